// What the settings say by themselves: secrets that are there and fit each other, and what the world sees. No value is told.
import { createECDH } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { ringFrom } from '../keys/settings.ts'
import { error, ok, warning, type Finding } from './finding.ts'

export type Settings = Record<string, string | undefined>

export async function checkSettings(env: Settings): Promise<Finding[]> {
  return [...checkSecrets(env), ...checkWorld(env), await checkMail(env)]
}

function checkSecrets(env: Settings): Finding[] {
  const found: Finding[] = []
  if ((env['JWT_SECRET'] ?? '').length < 32)
    found.push(error('JWT_SECRET falta ou é curto', 'openssl rand -hex 32; todos entram de novo, nada se perde'))
  try {
    ringFrom(env)
  } catch {
    found.push(
      error(
        'SESSION_KEYS_SECRET (ou SESSION_KEYS_FORMER) falta ou não são 32 bytes',
        'ponha de volta a chave que havia; com outra, cada conexão tem de ser vinculada de novo',
      ),
    )
  }
  if (env['SESSION_KEYS_FORMER'])
    found.push(warning('Há chaves antigas em SESSION_KEYS_FORMER', 'termine a troca: pnpm keys:rotate'))
  return [...(found.length > 0 ? found : [ok('Chaves: presentes')]), checkPush(env)]
}

function checkPush(env: Settings): Finding {
  const [publicKey, privateKey] = [env['VAPID_PUBLIC_KEY'], env['VAPID_PRIVATE_KEY']]
  if (!publicKey || !privateKey || !env['VAPID_SUBJECT'])
    return warning(
      'Notificações: sem VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY e VAPID_SUBJECT ninguém é notificado',
      'npx web-push@3.6.7 generate-vapid-keys',
    )
  return isPair(publicKey, privateKey)
    ? ok('Notificações: o par de chaves combina')
    : error(
        'Notificações: VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY não são um par',
        'ponha de volta o par que havia; com outro, cada aparelho se inscreve de novo ao abrir o app',
      )
}

function isPair(publicKey: string, privateKey: string) {
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Where only this machine looks, nothing of it matters. */
function checkWorld(env: Settings): Finding[] {
  const [address, host] = [env['PUBLIC_URL'], env['HOST'] ?? '127.0.0.1']
  if (address === undefined && loopback.has(host)) return [ok('Endereço: só esta máquina')]
  const found: Finding[] = []
  if (!address?.startsWith('https://'))
    found.push(
      error(
        'PUBLIC_URL não é um endereço https',
        'sem TLS o app não instala, não notifica e não funciona sem rede: docs/operations.md, TLS',
      ),
    )
  if (env['SECURE_COOKIES'] !== '1') found.push(error('SECURE_COOKIES não é 1', 'ponha SECURE_COOKIES=1 atrás de TLS'))
  if ((env['TRUST_PROXY'] ?? '0') === '0')
    found.push(
      warning(
        'TRUST_PROXY é 0',
        'atrás de um proxy, 1: senão todos parecem vir do mesmo endereço e dividem os limites de tentativas',
      ),
    )
  return found.length > 0 ? found : [ok(`Endereço: ${address}`)]
}

async function checkMail(env: Settings): Promise<Finding> {
  const [url, from] = [env['SMTP_URL'], env['MAIL_FROM']]
  if (!url && !from) return ok('E-mail: não é usado (SMTP_URL e MAIL_FROM vazios)')
  if (!url || !from) return error('E-mail: SMTP_URL e MAIL_FROM andam juntos', 'ponha os dois, ou nenhum')
  const transport = createTransport(url, {
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
  } as object)
  try {
    await transport.verify()
    return ok('E-mail: o servidor aceita')
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'sem resposta'
    return error(`E-mail: o servidor recusa (${code})`, 'confira endereço, usuário e senha em SMTP_URL')
  } finally {
    transport.close()
  }
}
