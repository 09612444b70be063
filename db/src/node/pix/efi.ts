// Pix by Efí: immediate charges under our own txid, which survive a lost answer, and what was paid for them.
import { dynamicBrCode } from './br-code.ts'
import { checkAnswer, nameOf, readCharge, readPage, type EfiCharge } from './efi-answers.ts'
import { connectToEfi, type EfiCall, type EfiSettings } from './efi-http.ts'
import { checkOrder, checkTxid, PixError, type PixCharge, type PixOrder, type PixProvider } from './provider.ts'

export interface Efi extends PixProvider {
  readonly kind: 'efi'
  /**
   * Has Efí tell this address of payments: it calls it now, and wants 2xx; later it calls it with `/pix` at its end, even after a query.
   * There is one address for the key: the last one stays. Without `skipMtls` Efí first calls without its certificate and wants to be refused.
   * The same again is harmless. @throws PixError, `rejected` when Efí did not like what the address answered
   */
  registerWebhook(url: string, { skipMtls }: { skipMtls: boolean }): Promise<void>
}

const pageSize = 100
/** More than any period that is looked at has; who says that there are more is not Efí, or not well. */
const mostPages = 1_000
/** How late something may be listed that was paid before. */
const overlapMs = 60 * 60 * 1000

/** @throws PixError of kind `misconfigured` when its settings are of no use */
export function createEfi(settings: EfiSettings): Efi {
  const call = connectToEfi(settings)
  return {
    kind: 'efi',
    async charge(order) {
      checkOrder(order)
      return asCharge(await makeCharge(call, settings.key, order))
    },
    async paymentsOf(txid) {
      checkTxid(txid)
      const answer = await call(getCharge(txid))
      // A charge whose request never arrived: nobody can have paid it.
      if (nameOf(answer) === 'cobranca_nao_encontrada') return []
      return chargeOf(answer, txid).payments
    },
    async *paymentsBetween(from, to) {
      const told = new Set<string>()
      for (let page = 0, pages = 1; page < pages; page++) {
        const request = getPage(from, to, page)
        const answer = readPage(await call(request), `GET ${request.route}`)
        for (const payment of answer.payments) {
          // What comes in while one reads moves the rest to later pages.
          if (!told.has(payment.reference)) yield payment
          told.add(payment.reference)
        }
        pages = answer.count === 0 ? 0 : answer.pages
        if (page >= mostPages)
          throw new PixError('unavailable', `Efí answered with too many pages to GET ${request.route}`)
      }
    },
    async registerWebhook(url, { skipMtls }) {
      const answer = await call({
        method: 'PUT',
        path: `/v2/webhook/${encodeURIComponent(settings.key)}`,
        route: '/v2/webhook',
        headers: { 'x-skip-mtls-checking': String(skipMtls) },
        json: { webhookUrl: url },
      })
      checkAnswer(answer, 'PUT /v2/webhook')
    },
  }
}

async function makeCharge(call: EfiCall, key: string, order: PixOrder): Promise<EfiCharge> {
  const { txid, amount, expiresIn, description } = order
  const answer = await call({
    method: 'PUT',
    path: `/v2/cob/${txid}`,
    route: '/v2/cob',
    json: {
      calendario: { expiracao: expiresIn },
      valor: { original: amount },
      chave: key,
      ...(description ? { solicitacaoPagador: description } : {}),
    },
  })
  // It arrived the first time and only its answer was lost.
  const isThere = answer.status === 409
  const charge = isThere ? chargeOf(await call(getCharge(txid)), txid) : readCharge(answer, 'PUT /v2/cob')
  if (charge.txid !== txid || charge.amount !== amount) {
    throw new PixError('rejected', 'the txid is another charge’s')
  }
  if (charge.status.startsWith('REMOVIDA')) throw new PixError('rejected', 'the charge was removed')
  return charge
}

const getCharge = (txid: string) => ({ method: 'GET', path: `/v2/cob/${txid}`, route: '/v2/cob' }) as const

function chargeOf(answer: Parameters<typeof readCharge>[0], txid: string): EfiCharge {
  const charge = readCharge(answer, 'GET /v2/cob')
  if (charge.txid !== txid) throw new PixError('unavailable', 'Efí answered with another charge')
  return charge
}

function asCharge({ txid, brCode, location, expiresAt }: EfiCharge): PixCharge {
  if (brCode) return { txid, brCode, expiresAt }
  // Of a paid charge Efí tells only where it was: the code is that place, in the name that Efí gives all of them.
  if (location) return { txid, brCode: dynamicBrCode({ location, name: 'EFISA', city: 'SAOPAULO' }), expiresAt }
  throw new PixError('unavailable', 'Efí answered with a charge without a code')
}

function getPage(from: Date, to: Date, page: number) {
  const query = new URLSearchParams({
    inicio: inSeconds(from.getTime() - overlapMs, Math.floor),
    fim: inSeconds(to.getTime(), Math.ceil),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(pageSize),
  })
  return { method: 'GET', path: `/v2/pix?${query.toString()}`, route: '/v2/pix' } as const
}

/** Efí's examples have no fractions: the period grows to whole seconds. */
const inSeconds = (ms: number, round: (seconds: number) => number) =>
  new Date(round(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
