// IXC, on the company's own server. Lists are asked for by POST with the header `ixcsoft: listar`; without it a POST would make a row.
// Errors come with status 200, as {type: 'error'}.
import type { Outgoing } from 'db/node/outgoing/outgoing.ts'
import * as v from 'valibot'
import { formatCnpj, formatCpf } from '@brazilian-utils/brazilian-utils'
import { ask, askText, day, idOf, lineOf, linkOf, money, pdfOf, pixOf, read, shown } from './calls.ts'
import { SystemFailed, type Bill, type BillingSystem } from './system.ts'

const pageSize = 100
const mostPages = 5

const listOf = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ total: v.union([v.string(), v.number()]), registros: v.optional(v.array(row), []) })
const customers = listOf(v.object({ id: idOf, razao: shown }))
const bills = listOf(
  v.object({
    id: idOf,
    valor: money,
    data_vencimento: day,
    linha_digitavel: lineOf,
    gateway_link: linkOf,
    impresso: v.fallback(v.string(), ''),
  }),
)
const pixAnswer = v.object({
  pix: v.fallback(v.object({ qrCode: v.object({ qrcode: pixOf }) }), { qrCode: { qrcode: null } }),
})
const failure = v.object({ type: v.literal('error') })

interface Access {
  url: string
  token: string
}

/** Its calls, as texts and rows. @throws SystemFailed */
function callsOf(outgoing: Outgoing, { url, token }: Access) {
  const base = url.replace(/\/+$/, '').replace(/\/webservice\/v1$/, '')
  const headers = {
    authorization: `Basic ${Buffer.from(token).toString('base64')}`,
    'content-type': 'application/json',
    ixcsoft: 'listar',
  }
  const request = (path: string, body: object, signal: AbortSignal, more = {}) => ({
    url: `${base}/webservice/v1/${path}`,
    method: 'POST' as const,
    headers,
    body: JSON.stringify(body),
    signal,
    ...more,
  })
  async function list<Row extends v.GenericSchema>(
    path: string,
    query: object,
    schema: ReturnType<typeof listOf<Row>>,
    signal: AbortSignal,
  ) {
    const answer = await ask(outgoing, request(path, query, signal), v.union([failure, schema]))
    if (answer === null || 'type' in answer) throw new SystemFailed('error')
    return answer
  }
  return {
    list,
    /** Null where it has none. */
    text: (path: string, body: object, signal: AbortSignal, more = {}) =>
      askText(outgoing, request(path, body, signal, more), { none: [400, 404] }),
  }
}

export function makeIxc(outgoing: Outgoing, access: Access): BillingSystem {
  const { list, text } = callsOf(outgoing, access)
  /** What was told of a bill beside the bill itself. */
  const lines = new Map<string, { line: string | null; isPrinted: boolean }>()

  async function readBills(qtype: string, query: string, signal: AbortSignal): Promise<Bill[]> {
    const found: Bill[] = []
    for (let page = 1; page <= mostPages; page++) {
      const answer = await list('fn_areceber', openBills(qtype, query, page), bills, signal)
      for (const row of answer.registros) {
        found.push({ id: row.id, cents: row.valor, due: row.data_vencimento, description: '', link: row.gateway_link })
        lines.set(row.id, { line: row.linha_digitavel, isPrinted: row.impresso === 'S' })
      }
      if (answer.registros.length < pageSize || found.length >= Number(answer.total)) return found
    }
    throw new SystemFailed('too many bills')
  }

  /** As base64, in quotes or not. The system prints it by being asked. */
  async function pdfFor(id: string, signal: AbortSignal) {
    const body = { boletos: id, juro: 'N', multa: 'N', atualiza_boleto: 'N', tipo_boleto: 'arquivo', base64: 'S' }
    const printed = await text('get_boleto', body, signal, { maxAnswerBytes: 6 * 1024 * 1024 })
    return pdfOf(Buffer.from((printed ?? '').replaceAll(/["\s]/g, ''), 'base64'))
  }

  async function pixFor(id: string, signal: AbortSignal) {
    const made = await text('get_pix', { id_areceber: id }, signal)
    return made === null ? null : read(made, pixAnswer).pix.qrCode.qrcode
  }

  return {
    name: 'ixc',
    async find(document, signal) {
      // It looks for what is written, and that is mostly masked.
      for (const query of [masked(document), document]) {
        const answer = await list('cliente', customersBy(query), customers, signal)
        if (answer.registros.length > 0) return answer.registros.map(({ id, razao }) => ({ ref: id, name: razao }))
      }
      return []
    },
    bills: (ref, signal) => readBills('fn_areceber.id_cliente', ref, signal),
    async payable({ id }, signal) {
      const pdf = await pdfFor(id, signal)
      const known = lines.get(id)
      // Its line is there once it was printed.
      if (!known?.isPrinted) await readBills('fn_areceber.id', id, signal)
      return { line: lines.get(id)?.line ?? null, pix: await pixFor(id, signal), pdf }
    },
  }
}

/** A page of them, oldest first. */
const openBills = (qtype: string, query: string, page: number) => ({
  qtype,
  query,
  oper: '=',
  page: String(page),
  rp: String(pageSize),
  sortname: 'fn_areceber.data_vencimento',
  sortorder: 'asc',
  grid_param: JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]),
})

const customersBy = (document: string) => ({
  qtype: 'cliente.cnpj_cpf',
  query: document,
  oper: '=',
  page: '1',
  rp: '20',
  sortname: 'cliente.id',
  sortorder: 'asc',
})

const masked = (document: string) =>
  document.length === 11 ? formatCpf(document) : formatCnpj(document, { version: 2 })
