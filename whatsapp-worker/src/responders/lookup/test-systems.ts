// Asaas, IXC and MK-Auth on this machine, for tests: each checks what the real one checks (design: outside.md), and can go wrong in its ways.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const asaasKey = '$aact_prod_000MzkwODA2MWY2OGM3MWRlMDU'
export const ixcToken = '12:0a1b2c3d4e5f'
export const mkClient = { id: 'balcao', secret: 'segredo-do-mk' }
export const line = '23793381286008301352856000063307789840000019990'
export const pix =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n')

export interface TestBill {
  id: string
  customer: string
  value: number
  due: string
  status: 'OVERDUE' | 'PENDING' | 'RECEIVED'
  /** Paid by Pix alone. */
  onlyPix?: boolean
}

export interface TestSystems {
  url: string
  /** By document. */
  customers: { id: string; document: string; name: string }[]
  bills: TestBill[]
  /** Paths, oldest first. */
  asked: string[]
  /** What they refused because it was asked wrongly. */
  wrongs: string[]
  /** Instead of every answer. */
  instead: ((answer: ServerResponse) => void) | null
  /** MK-Auth's tokens are dead as often as this. */
  deadTokens: number
  /** Of Asaas' and IXC's lists. */
  pageSize: number
  stop(): Promise<void>
}

export async function startTestSystems(): Promise<TestSystems> {
  const server = createServer((request, answer) => {
    void handle(request, answer).catch((error: unknown) => {
      systems.wrongs.push(String(error))
      answer.writeHead(500).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const printed = new Set<string>()
  const systems: TestSystems = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    customers: [],
    bills: [],
    asked: [],
    wrongs: [],
    instead: null,
    deadTokens: 0,
    pageSize: 100,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function handle(request: IncomingMessage, answer: ServerResponse) {
    const url = new URL(request.url ?? '/', systems.url)
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    systems.asked.push(`${request.method} ${url.pathname}`)
    const json = (status: number, said: unknown) =>
      void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    const wrong = (why: string, status = 400) => {
      systems.wrongs.push(why)
      json(status, { errors: [{ code: 'invalid', description: why }] })
    }
    if (systems.instead) return systems.instead(answer)
    if (url.pathname.startsWith('/v3/')) return asaas(request, url, body, { json, wrong, answer })
    if (url.pathname.startsWith('/webservice/v1/')) return ixc(request, url, body, { json, wrong, answer })
    if (url.pathname.startsWith('/api/')) return mkAuth(request, url, { json, wrong, answer })
    wrong(`no such path: ${url.pathname}`, 404)
  }

  interface Tools {
    json(status: number, said: unknown): void
    wrong(why: string, status?: number): void
    answer: ServerResponse
  }

  function asaas(request: IncomingMessage, url: URL, body: string, { json, wrong, answer }: Tools) {
    if (url.pathname === '/v3/slip.pdf') return void answer.writeHead(200).end(pdf)
    if (request.headers['access_token'] !== asaasKey) return json(401, { errors: [{ code: 'invalid_access_token' }] })
    if (!request.headers['user-agent']) return wrong('no user agent')
    if (request.method !== 'GET' || body !== '') return wrong('GET, without a body', 403)
    if (url.pathname === '/v3/customers') {
      const data = systems.customers.filter(({ document }) => document === url.searchParams.get('cpfCnpj'))
      return json(200, { totalCount: data.length, hasMore: false, data: data.map(({ id, name }) => ({ id, name })) })
    }
    if (url.pathname === '/v3/payments') {
      const { customer, status, offset, limit } = Object.fromEntries(url.searchParams)
      if (!customer || !status || Number(limit) > 100) return wrong('which payments?')
      const all = systems.bills.filter((bill) => bill.customer === customer && bill.status === status)
      const size = Math.min(Number(limit), systems.pageSize)
      const page = all.slice(Number(offset), Number(offset) + size)
      return json(200, {
        hasMore: Number(offset) + size < all.length,
        data: page.map(({ id, value, due, onlyPix }) => ({
          id,
          value,
          dueDate: due,
          status,
          billingType: onlyPix ? 'PIX' : 'BOLETO',
          description: `Mensalidade ${id}`,
          invoiceUrl: `${systems.url}/i/${id}`,
          bankSlipUrl: onlyPix ? null : `${systems.url}/v3/slip.pdf`,
        })),
      })
    }
    const [, id, what] = /^\/v3\/payments\/([^/]+)\/(identificationField|pixQrCode)$/.exec(url.pathname) ?? []
    const bill = systems.bills.find((each) => each.id === id)
    if (!bill) return wrong('no such payment', 404)
    if (what === 'pixQrCode') return json(200, { encodedImage: 'AAAA', payload: pix, expirationDate: '2027-01-01' })
    if (bill.onlyPix) return json(400, { errors: [{ code: 'invalid_action', description: 'x' }] })
    return json(200, { identificationField: line, nossoNumero: '1', barCode: '1' })
  }

  function ixc(request: IncomingMessage, url: URL, text: string, { json, wrong, answer }: Tools) {
    if (request.headers.authorization !== `Basic ${Buffer.from(ixcToken).toString('base64')}`)
      return json(200, { type: 'error', message: 'Token inválido' })
    // Without it the row that is asked about would be made.
    if (request.method !== 'POST' || request.headers['ixcsoft'] !== 'listar') return wrong('POST and ixcsoft: listar')
    const body = JSON.parse(text) as Record<string, string>
    const path = url.pathname.replace('/webservice/v1/', '')
    if (path === 'get_boleto') {
      printed.add(String(body['boletos']))
      return void answer.writeHead(200).end(JSON.stringify(pdf.toString('base64')))
    }
    if (path === 'get_pix') return json(200, { type: 'success', pix: { qrCode: { qrcode: pix } } })
    if (body['oper'] !== '=' || !body['page'] || !body['rp']) return wrong('how is it listed?')
    if (path === 'cliente') {
      // As it is written there, masked.
      const found = systems.customers.filter(({ document }) => maskedCpf(document) === body['query'])
      if (found.length === 0) return json(200, { page: '1', total: 0 })
      return json(200, { total: String(found.length), registros: found.map(({ id, name }) => ({ id, razao: name })) })
    }
    if (path !== 'fn_areceber' || !body['grid_param']?.includes('fn_areceber.status')) return wrong(`what is ${path}?`)
    const all = systems.bills.filter(
      (bill) =>
        bill.status !== 'RECEIVED' && (body['qtype'] === 'fn_areceber.id' ? bill.id : bill.customer) === body['query'],
    )
    const [page, size] = [Number(body['page']), Number(body['rp'])]
    const rows = all.slice((page - 1) * size, page * size)
    if (rows.length === 0) return json(200, { page, total: '0' })
    return json(200, {
      total: String(all.length),
      registros: rows.map((bill) => ({
        id: bill.id,
        valor: bill.value.toFixed(2),
        data_vencimento: bill.due,
        linha_digitavel: printed.has(bill.id) ? line : '',
        gateway_link: '',
        impresso: printed.has(bill.id) ? 'S' : 'N',
      })),
    })
  }

  const jwt = 'aaaa.bbbb.cccc'
  function mkAuth(request: IncomingMessage, url: URL, { json, wrong, answer }: Tools) {
    const text = (said: string) => void answer.writeHead(200, { 'content-type': 'text/html' }).end(said)
    if (url.pathname === '/api/') {
      const basic = Buffer.from(`${mkClient.id}:${mkClient.secret}`).toString('base64')
      return request.headers.authorization === `Basic ${basic}` ? text(jwt) : text('Acesso negado')
    }
    const [, document] = /^\/api\/cliente\/show\/(\w+)$/.exec(url.pathname) ?? []
    if (request.headers.authorization !== `Bearer ${jwt}` || document === undefined) return wrong('bearer')
    if (systems.deadTokens-- > 0) return text('JWT invalido')
    const customer = systems.customers.find((each) => each.document === document)
    if (!customer) return text('NULL')
    const titulos = systems.bills
      .filter((bill) => bill.customer === customer.id)
      .map((bill) => ({
        nome: customer.name,
        valor: bill.value.toFixed(2),
        status: { OVERDUE: 'vencido', PENDING: 'aberto', RECEIVED: 'pago' }[bill.status],
        datavenc: `${bill.due} 00:00:00`,
        linhadig: line,
        qrcode: pix,
        titulo: bill.id,
      }))
    return json(200, { dados_cliente: { titulos: titulos.length === 1 ? titulos[0] : titulos } })
  }
  return systems
}

const maskedCpf = (document: string) => document.replace(/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1.$2.$3-$4')
