// MK-Auth, on the company's own server, whose versions differ: read leniently. It is asked by the document each time, and answers who it is and
// what is open at once.
import type { Outgoing } from 'db/node/outgoing/outgoing.ts'
import * as v from 'valibot'
import { askText, day, idOf, lineOf, money, pixOf, read, shown } from './calls.ts'
import { SystemFailed, type BillingSystem, type Payable } from './system.ts'

const title = v.object({
  nome: shown,
  titulo: v.fallback(v.nullable(idOf), null),
  valor: v.optional(v.unknown()),
  datavenc: v.optional(v.unknown()),
  status: v.fallback(v.pipe(v.string(), v.toLowerCase()), ''),
  linhadig: lineOf,
  qrcode: pixOf,
})
const oneOrMany = v.union([
  v.array(title),
  v.pipe(
    title,
    v.transform((one) => [one]),
  ),
  v.pipe(
    v.null(),
    v.transform(() => []),
  ),
])
const answer = v.nullable(
  v.object({ dados_cliente: v.nullable(v.object({ nome: shown, titulos: v.optional(oneOrMany, []) })) }),
)
const open = new Set(['aberto', 'vencido'])
/** Only of those that are open it must be right. */
const owed = v.object({ titulo: idOf, valor: money, datavenc: day })

interface Credentials {
  url: string
  clientId: string
  clientSecret: string
}

export function makeMkAuth(outgoing: Outgoing, { url, clientId, clientSecret }: Credentials): BillingSystem {
  const base = url.replace(/\/+$/, '').replace(/\/api$/, '')
  let token: string | null = null

  async function login(signal: AbortSignal): Promise<string> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const text = await askText(outgoing, { url: `${base}/api/`, headers: { authorization: `Basic ${basic}` }, signal })
    const jwt = (text ?? '').trim().replaceAll('"', '')
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt)) throw new SystemFailed('login')
    return jwt
  }

  async function show(document: string, signal: AbortSignal) {
    for (const isRenewed of [false, true]) {
      token = isRenewed || token === null ? await login(signal) : token
      const headers = { authorization: `Bearer ${token}` }
      const text = await askText(
        outgoing,
        { url: `${base}/api/cliente/show/${document}`, headers, signal },
        { none: [404] },
      )
      if (text === null || /^\s*null\s*$/i.test(text)) return null
      // A dead token is no error of HTTP there.
      if (!/jwt inv[aá]lido/i.test(text.slice(0, 200))) return read(text, answer)?.dados_cliente ?? null
    }
    throw new SystemFailed('login')
  }

  /** What was told of a bill beside the bill itself. */
  const payables = new Map<string, Payable>()
  return {
    name: 'mkauth',
    async find(document, signal) {
      const found = await show(document, signal)
      const name = found && (found.nome || found.titulos[0]?.nome || '')
      return name ? [{ ref: document, name }] : []
    },
    async bills(ref, signal) {
      const found = await show(ref, signal)
      return (found?.titulos ?? [])
        .filter(({ status }) => open.has(status))
        .map((row) => {
          const result = v.safeParse(owed, row)
          if (!result.success) throw new SystemFailed('answer')
          const { titulo: id, valor: cents, datavenc: due } = result.output
          payables.set(id, { line: row.linhadig, pix: row.qrcode, pdf: null })
          return {
            id,
            cents,
            due,
            description: '',
            link: `${base}/boleto/21boleto.php?titulo=${encodeURIComponent(id)}`,
          }
        })
    },
    payable: async ({ id }) => payables.get(id) ?? { line: null, pix: null, pdf: null },
  }
}
