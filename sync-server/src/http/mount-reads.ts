// GET routes. Tickets and connections join what the specification shows with them; the other tables are read as they are. A query
// parameter without a value is none: the specification's client sends its empty fields too.
import type { UserActor } from 'db/kit/actor.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { companyAnswer, planFlagsAnswer, readCompany, readPlan } from '../reads/company.ts'
import { connectionAnswer, connectionQuery, listConnections, readConnection } from '../reads/connections.ts'
import { kanbanTags, listQueueOptions, queueOptionAnswer, queueOptionQuery, tagAnswer } from '../reads/management.ts'
import { listNotes, noteAnswer, noteQuery } from '../reads/notes.ts'
import { listRows, plainQuery, plainReads, readRow } from '../reads/plain-reads.ts'
import {
  boardAnswer,
  boardQuery,
  listBoard,
  listTickets,
  readTicket,
  ticketAnswer,
  ticketQuery,
} from '../reads/tickets.ts'
import { pageAnswer } from './openapi/answer-schema.ts'
import type { Authenticated, Services } from './context.ts'
import { filled } from './page.ts'
import type { RouteDoc } from './openapi/route-doc.ts'

export function readRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  const docs: RouteDoc[] = []
  const get = (
    path: string,
    summary: string,
    answer: v.GenericSchema,
    read: ReadHandler,
    query?: RouteDoc['query'],
  ) => {
    docs.push({ method: 'get', path, summary, status: 200, answer, ...(query && { query }) })
    app.get(path, async (c) => c.json(await read(c.get('actor'), c.req.param(), filled(c.req.query()))))
  }
  const ticketPage = pageAnswer('tickets', ticketAnswer, { count: v.number() })
  get('/tickets', 'Tickets of own queues', ticketPage, (actor, _, query) => listTickets(db, actor, query), ticketQuery)
  get('/tickets/:id', 'One ticket', ticketAnswer, (actor, { id = '' }) => readTicket(db, actor, id))
  get('/tickets/u/:uuid', 'One ticket', ticketAnswer, (actor, { uuid = '' }) => readTicket(db, actor, uuid))
  const board: ReadHandler = (actor, _, query) => listBoard(db, actor, query)
  get('/ticket/kanban', 'The board: what is at work, with its tags', boardAnswer, board, boardQuery)
  const notes: ReadHandler = (actor, _, query) => listNotes(db, actor, query)
  get('/ticket-notes/list', 'Notes of a ticket or a contact', v.array(noteAnswer), notes, noteQuery)
  const connections: ReadHandler = (actor, _, query) => listConnections(db, actor, query)
  get('/whatsapp', 'WhatsApp connections', v.array(connectionAnswer), connections, connectionQuery)
  const connection: ReadHandler = (actor, { id = '' }) => readConnection(db, actor, id)
  get('/whatsapp/:id', 'One connection; its QR for who may link it', connectionAnswer, connection)
  get('/tags/kanban', 'Tags that are lanes of the board', v.array(tagAnswer), (actor) => kanbanTags(db, actor))
  const options: ReadHandler = (actor, _, query) => listQueueOptions(db, actor, query)
  get('/queue-options', "A level of a queue's chatbot", v.array(queueOptionAnswer), options, queueOptionQuery)
  const company: ReadHandler = (actor, { id = '' }) => readCompany(db, actor, id)
  get('/companies/:id', 'The own company, with its settings', companyAnswer, company)
  const plan: ReadHandler = (actor, { id = '' }) => readPlan(db, actor, id)
  get('/companies/listPlan/:id', "What the own company's plan switches on", planFlagsAnswer, plan)
  for (const read of plainReads) {
    const { path, answer, envelope, synced } = read
    const all = { ...read, envelope: null }
    const rows = v.array(answer)
    if (read.all) get(`${path}/list`, `All ${synced.name}`, rows, (actor) => listRows(db, all, actor, {}))
    const page = envelope === null ? rows : pageAnswer(envelope, answer)
    get(path, `List of ${synced.name}`, page, (actor, _, query) => listRows(db, read, actor, query), plainQuery)
    get(`${path}/:id`, `One of ${synced.name}`, answer, (actor, { id = '' }) => readRow(db, read, actor, id))
  }
  return { app, docs }
}

type ReadHandler = (
  actor: UserActor,
  params: Record<string, string | undefined>,
  query: Record<string, string>,
) => Promise<object>
