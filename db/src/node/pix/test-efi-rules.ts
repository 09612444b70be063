// What Efí checks and answers, without sockets, for its stand-in: credentials, tokens, scopes, charges and what was paid.
import { randomBytes } from 'node:crypto'
import { dynamicBrCode } from './br-code.ts'
import type { PixPayment } from './provider.ts'

export interface Asked {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  /** Parsed; undefined when there was none, or no JSON. */
  body: unknown
}

export interface Answered {
  status: number
  /** Nothing, a text as it is, or what becomes JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export interface TestCharge {
  txid: string
  amount: string
  description: string | undefined
  /** Seconds. */
  expiresIn: number
  createdAt: Date
  location: string
  payment: PixPayment | null
}

export interface ReceivedPix extends Omit<PixPayment, 'txid'> {
  /** Null: a transfer to the key, of no charge. */
  txid: string | null
}

export interface EfiRules {
  clientId: string
  clientSecret: string
  key: string
  scopes: string[]
  tokenSeconds: number
  /** The most that a page has, whatever is asked. */
  pageSize: number
  /** What the webhook of the key answered to the trial: null when that is well. */
  tryWebhook: (url: string, skipMtls: boolean) => Promise<string | null>
}

/** The errors' names are Efí's own; those of a token that is none are made up. */
const refuse = (status: number, nome: string): Answered => ({ status, body: { nome, mensagem: 'recusado' } })

const forbidden: Answered = {
  status: 403,
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado',
    title: 'Acesso Negado',
    status: 403,
    detail: 'Requisição de participante autenticado que viola alguma regra de autorização.',
  },
}

export class EfiBooks {
  readonly charges = new Map<string, TestCharge>()
  readonly received: ReceivedPix[] = []
  readonly rules: EfiRules
  /** Token → when it ends, in ms of `performance.now()`. */
  readonly tokens = new Map<string, number>()

  constructor(rules: EfiRules) {
    this.rules = rules
  }

  async answer(asked: Asked): Promise<Answered> {
    const { pathname } = asked.url
    const route = `${asked.method} ${pathname.replace(/^(\/v2\/(?:cob|webhook))\/[^/]+$/, '$1/:id')}`
    if (route === 'POST /oauth/token') return this.giveToken(asked)
    const scope = scopes[route]
    if (!scope) return { status: 404 }
    const [, token = ''] = /^Bearer (.+)$/.exec(String(asked.headers['authorization'])) ?? []
    if (performance.now() >= (this.tokens.get(token) ?? 0)) return refuse(401, 'token_invalido')
    if (!this.rules.scopes.includes(scope)) return forbidden
    const id = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    if (route === 'PUT /v2/cob/:id') return this.makeCharge(id, asked.body)
    if (route === 'GET /v2/cob/:id') return this.showCharge(id)
    if (route === 'GET /v2/pix') return this.page(asked.url.searchParams)
    return this.registerWebhook(id, asked)
  }

  pay(txid: string, amount: string | undefined): PixPayment {
    const charge = this.charges.get(txid)
    if (!charge) throw new Error('nobody can pay what is no charge')
    if (charge.payment) throw new Error('a charge is paid once')
    charge.payment = this.receive(txid, amount ?? charge.amount) as PixPayment
    return charge.payment
  }

  receive(txid: string | null, amount: string): ReceivedPix {
    const paidAt = new Date()
    const reference = `E00000000${paidAt.toISOString().replace(/\D/g, '').slice(0, 12)}${randomBytes(6).toString('hex').slice(0, 11)}`
    const pix = { reference, txid, amount, paidAt }
    this.received.push(pix)
    return pix
  }

  private giveToken({ headers, body }: Asked): Answered {
    const { clientId, clientSecret, scopes: granted, tokenSeconds } = this.rules
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (headers['authorization'] !== basic || textAt(body, 'grant_type') !== 'client_credentials') {
      return { status: 401, body: { error: 'invalid_client', error_description: 'Invalid or inactive credentials' } }
    }
    const token = randomBytes(24).toString('base64url')
    this.tokens.set(token, performance.now() + tokenSeconds * 1000)
    const scope = granted.join(' ')
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope } }
  }

  private makeCharge(txid: string, body: unknown): Answered {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return refuse(400, 'valor_invalido')
    const amount = textAt(body, 'valor', 'original') ?? ''
    const expiresIn = Number(at(body, 'calendario', 'expiracao') ?? 3600)
    const description = textAt(body, 'solicitacaoPagador')
    if (!/^\d{1,10}\.\d{2}$/.test(amount) || Number(amount) === 0) return refuse(400, 'valor_invalido')
    if (!Number.isInteger(expiresIn) || expiresIn < 1) return refuse(400, 'valor_invalido')
    if (description !== undefined && description.length > 140) return refuse(400, 'valor_invalido')
    if (textAt(body, 'chave') !== this.rules.key) return refuse(400, 'chave_invalida')
    if (this.charges.has(txid)) return refuse(409, 'txid_duplicado')
    const location = `qrcodespix.example.com/v2/${randomBytes(16).toString('hex')}`
    const charge = { txid, amount, expiresIn, description, createdAt: new Date(), location, payment: null }
    this.charges.set(txid, charge)
    return { status: 201, body: { ...this.chargeBody(charge), loc: { id: 789, location, tipoCob: 'cob' } } }
  }

  /** As its documentation has it: the seconds in quotes, no `loc`, and no code once it is paid. */
  private showCharge(txid: string): Answered {
    const charge = this.charges.get(txid)
    if (!charge) return refuse(400, 'cobranca_nao_encontrada')
    const body = this.chargeBody(charge)
    const calendario = { ...body.calendario, expiracao: String(charge.expiresIn) }
    if (!charge.payment) return { status: 200, body: { ...body, calendario } }
    const { pixCopiaECola: _, ...paid } = body
    const pix = [pixBody(charge.payment)]
    return { status: 200, body: { ...paid, calendario, status: 'CONCLUIDA', pix } }
  }

  private chargeBody({ txid, amount, expiresIn, description, createdAt, location }: TestCharge) {
    return {
      calendario: { criacao: createdAt.toISOString(), expiracao: expiresIn },
      txid,
      revisao: 0,
      location,
      status: 'ATIVA',
      valor: { original: amount },
      chave: this.rules.key,
      ...(description === undefined ? {} : { solicitacaoPagador: description }),
      pixCopiaECola: dynamicBrCode({ location, name: 'EFISA', city: 'SAOPAULO' }),
    }
  }

  /** Newest first, as its documentation's example. */
  private page(query: URLSearchParams): Answered {
    const [inicio, fim] = [query.get('inicio') ?? '', query.get('fim') ?? '']
    const [from, to] = [Date.parse(inicio), Date.parse(fim)]
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    const asked = Number(query.get('paginacao.itensPorPagina') ?? 100)
    const isRfc3339 = [inicio, fim].every((text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
    )
    if (!isRfc3339 || to < from || !(page >= 0) || !(asked >= 1 && asked <= 1000)) return refuse(400, 'valor_invalido')
    const size = Math.min(asked, this.rules.pageSize)
    const all = this.received.filter(({ paidAt }) => paidAt.getTime() >= from && paidAt.getTime() <= to).toReversed()
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.ceil(all.length / size),
      quantidadeTotalDeItens: all.length,
    }
    const pix = all.slice(page * size, (page + 1) * size).map(pixBody)
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, pix } }
  }

  private async registerWebhook(key: string, { headers, body }: Asked): Promise<Answered> {
    if (key !== this.rules.key) return refuse(400, 'chave_invalida')
    const url = URL.parse(textAt(body, 'webhookUrl') ?? '')
    const isOurs = url?.protocol === 'http:' && url.hostname === '127.0.0.1'
    if (!url || (url.protocol !== 'https:' && !isOurs)) return refuse(400, 'valor_invalido')
    const problem = await this.rules.tryWebhook(url.href, headers['x-skip-mtls-checking'] === 'true')
    // In clear text, as its documentation has it.
    return problem ? refuse(400, problem) : { status: 201 }
  }
}

const scopes: Record<string, string> = {
  'PUT /v2/cob/:id': 'cob.write',
  'GET /v2/cob/:id': 'cob.read',
  'GET /v2/pix': 'pix.read',
  'PUT /v2/webhook/:id': 'webhook.write',
}

/** A Pix as answers and webhooks have it. */
export const pixBody = ({ reference, txid, amount, paidAt }: ReceivedPix) => ({
  endToEndId: reference,
  ...(txid === null ? {} : { txid }),
  valor: amount,
  horario: paidAt.toISOString(),
  infoPagador: 'mensalidade',
})

function at(body: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((value, name) => {
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  }, body)
}

function textAt(body: unknown, ...path: string[]): string | undefined {
  const value = at(body, ...path)
  return typeof value === 'string' ? value : undefined
}
