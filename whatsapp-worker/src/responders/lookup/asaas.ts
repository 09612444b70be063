// Asaas (API v3). Its GETs have no body: one with a body is refused.
import type { Outgoing } from 'db/node/outgoing/outgoing.ts'
import * as v from 'valibot'
import { ask, day, fetchPdf, idOf, lineOf, linkOf, money, pixOf, shown } from './calls.ts'
import { SystemFailed, type Bill, type BillingSystem } from './system.ts'

export const asaasUrl = 'https://api.asaas.com/v3'
const sandboxUrl = 'https://api-sandbox.asaas.com/v3'

const pageSize = 100
/** Whoever owes more bills than these is for people. */
const mostPages = 5

const customers = v.object({ data: v.array(v.object({ id: idOf, name: shown })) })
const payments = v.object({
  hasMore: v.optional(v.boolean(), false),
  data: v.array(
    v.object({ id: idOf, value: money, dueDate: day, description: shown, invoiceUrl: linkOf, bankSlipUrl: linkOf }),
  ),
})

export function makeAsaas(outgoing: Outgoing, { key, baseUrl }: { key: string; baseUrl: string }): BillingSystem {
  const base = baseUrl === asaasUrl && key.startsWith('$aact_hmlg_') ? sandboxUrl : baseUrl
  const headers = { access_token: key, 'user-agent': 'Balcao', accept: 'application/json' }
  const request = (path: string, query: Record<string, string>, signal: AbortSignal) => {
    const search = new URLSearchParams(query).toString()
    return { url: `${base}${path}${search === '' ? '' : `?${search}`}`, headers, signal }
  }
  /** What was told of a bill beside the bill itself. */
  const slips = new Map<string, string>()

  async function billsOf(customer: string, status: string, signal: AbortSignal): Promise<Bill[]> {
    const found: Bill[] = []
    for (let page = 0; page < mostPages; page++) {
      const query = { customer, status, limit: String(pageSize), offset: String(found.length) }
      const answer = await ask(outgoing, request('/payments', query, signal), payments)
      for (const { id, value, dueDate, description, invoiceUrl, bankSlipUrl } of answer?.data ?? []) {
        found.push({ id, cents: value, due: dueDate, description, link: invoiceUrl ?? bankSlipUrl })
        if (bankSlipUrl !== null) slips.set(id, bankSlipUrl)
      }
      if (!answer?.hasMore) return found
    }
    throw new SystemFailed('too many bills')
  }

  return {
    name: 'asaas',
    async find(document, signal) {
      const answer = await ask(outgoing, request('/customers', { cpfCnpj: document }, signal), customers)
      return (answer?.data ?? []).map(({ id, name }) => ({ ref: id, name }))
    },
    async bills(ref, signal) {
      const [overdue, pending] = await Promise.all(['OVERDUE', 'PENDING'].map((status) => billsOf(ref, status, signal)))
      return [...(overdue ?? []), ...(pending ?? [])]
    },
    async payable({ id }, signal) {
      // A bill that is not paid that way is answered with 400.
      const none = [400, 404]
      const slip = slips.get(id)
      const [line, pix, pdf] = await Promise.all([
        ask(
          outgoing,
          request(`/payments/${id}/identificationField`, {}, signal),
          v.object({ identificationField: lineOf }),
          { none },
        ),
        ask(outgoing, request(`/payments/${id}/pixQrCode`, {}, signal), v.object({ payload: pixOf }), { none }),
        slip === undefined ? null : fetchPdf(outgoing, slip, signal),
      ])
      return { line: line?.identificationField ?? null, pix: pix?.payload ?? null, pdf }
    },
  }
}
