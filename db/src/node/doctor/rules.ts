// When a figure is a problem. Pure.
import { error, ok, size, span, warning, type Finding } from './finding.ts'

const gib = 1024 ** 3
const mib = 1024 ** 2

/** Postgres stops at a full disk, and so does everything else: told while there is time. */
export function judgeDisk(name: string, { total, free }: { total: number; free: number }): Finding {
  const what = `Disco de ${name}: ${size(free)} livres de ${size(total)}`
  if (free < Math.min(512 * mib, total * 0.05))
    return error(what, 'libere espaço agora ou aumente o disco; nada se perde, mas nada novo é aceito quando ele enche')
  if (free < Math.min(5 * gib, total * 0.1)) return warning(what, 'libere espaço ou aumente o disco em breve')
  return ok(what)
}

export interface Slot {
  name: string
  active: boolean
  /** Of pg_replication_slots. */
  status: string | null
  /** Bytes of WAL that Postgres keeps for it. */
  kept: number
  /** Of the whole server; others are changes of one database. */
  isStandby: boolean
}

export function judgeSlot({ name, active, status, kept, isStandby }: Slot): Finding {
  const reader = isStandby ? `Réplica ${name}` : `Fluxo de mudanças ${name}`
  const what = `${reader}: ${size(kept)} de WAL retidos${active ? '' : ', ninguém lê'}`
  const [again, look] = isStandby
    ? ['copie a réplica de novo', 'veja se a réplica está ligada e alcança este Postgres']
    : ['reinicie o servidor', 'veja se o servidor (ou o Electric) está rodando e se o disco dele não está cheio']
  if (status === 'lost')
    return error(
      `${reader}: o Postgres desistiu dele`,
      `${again}; se a linha continuar: select pg_drop_replication_slot('${name}')`,
    )
  if (status === 'unreserved' || kept > 4 * gib)
    return error(what, `veja os registros de quem lê; se ninguém mais o lê: select pg_drop_replication_slot('${name}')`)
  if (status === 'extended' || kept > gib || (!active && kept > 256 * mib)) return warning(what, look)
  return ok(what)
}

/** ms that this machine is ahead of Postgres, and by how much at most that is wrong. */
export function judgeClock(ahead: number, uncertain: number): Finding {
  const apart = Math.max(0, Math.abs(ahead) - uncertain)
  const what = `Relógio: ${span(apart / 1000)} de diferença para o do Postgres`
  if (apart > 30_000) return error(what, 'acerte os relógios das máquinas por NTP (timedatectl set-ntp true)')
  if (apart > 2000) return warning(what, 'acerte os relógios das máquinas por NTP (timedatectl set-ntp true)')
  return ok('Relógio: igual ao do Postgres')
}

/** Seconds by which the newest message is later than now. */
export function judgeFuture(seconds: number): Finding {
  if (seconds <= 60) return ok('Relógio: nenhuma mensagem vem do futuro')
  return warning(
    `Relógio: há mensagens de ${span(seconds)} no futuro: o relógio voltou`,
    'acerte o relógio por NTP; até lá o que é novo aparece acima dessas mensagens, e nada se perde',
  )
}

const day = 86_400

/** `age`: seconds since the last whole backup, null when none is known; `installed`: since the first company was made, null when there is none. */
export function judgeBackup(age: number | null, installed: number | null): Finding {
  const remedy =
    'pnpm backup --to PASTA, todo dia; quem copia de outro modo anota: update installation set backed_up_at = now()'
  if (age !== null && age <= 2 * day) return ok(`Cópia: a última é de há ${span(age)}`)
  if (age !== null) return warning(`Cópia: a última é de há ${Math.floor(age / day)} dias`, remedy)
  // Of today: there was no night yet.
  if (installed === null || installed <= day) return ok('Cópia: nenhuma ainda')
  return warning('Cópia: nenhuma é conhecida', remedy)
}

export interface Queue {
  name: string
  /** Jobs whose time has come. */
  due: number
  /** Seconds since the oldest of them was due. */
  oldest: number
  /** Given up within the last day. */
  failed: number
}

export function judgeQueue({ name, due, oldest, failed }: Queue): Finding[] {
  const found: Finding[] = []
  const waiting = `Fila ${name}: ${due} à espera, a mais antiga há ${span(oldest)}`
  if (oldest > 300) found.push(error(waiting, 'veja se há um worker rodando, e os registros dele'))
  else if (oldest > 60) found.push(warning(waiting, 'se crescer, inicie mais um worker'))
  if (failed > 0)
    found.push(warning(`Fila ${name}: ${failed} desistências em 24 h`, 'os registros do worker dizem por quê'))
  return found
}

export const judgeQueues = (queues: readonly Queue[]): Finding[] => {
  const found = queues.flatMap(judgeQueue)
  return found.length > 0 ? found : [ok('Filas: nada parado')]
}

export interface Connection {
  company: string
  name: string
  status: string
  reason: string | null
  /** A worker holds it now. */
  held: boolean
}

const remedies: Record<string, string> = {
  logged_out: 'vincule de novo, por QR ou código, em Conexões',
  qr_expired: 'vincule de novo, por QR ou código, em Conexões',
  banned: 'o WhatsApp bloqueou o número: fale com o suporte do WhatsApp',
  replaced: 'outra instalação usa as mesmas credenciais: pare a antiga',
  outdated: 'atualize o Balcão, ou ajuste WHATSAPP_VERSION',
  unreachable: 'veja a rede e o firewall: o worker precisa alcançar web.whatsapp.com:443',
}

export function judgeConnections(connections: readonly Connection[]): Finding[] {
  // Who was disconnected by a person, or never linked, is as wished.
  const wished = connections.filter(
    ({ status, reason }) => reason !== 'disconnected' && status !== 'qrcode' && status !== 'PAIRING',
  )
  const down = wished.filter(({ status }) => status !== 'CONNECTED')
  const found = down.map(({ company, name, status, reason }) =>
    warning(
      `Conexão ${name} (${company}): ${status}${reason ? `, ${reason}` : ''}`,
      remedies[reason ?? ''] ?? 'ela tenta de novo sozinha; se não voltar, veja os registros do worker',
    ),
  )
  const orphans = wished.filter(({ status, held }) => status === 'CONNECTED' && !held)
  if (orphans.length > 0)
    found.push(
      error(
        `${orphans.length} conexões sem worker: ninguém envia nem recebe por elas`,
        'inicie o worker; se ele roda, veja os registros',
      ),
    )
  return found.length > 0 ? found : [ok(`Conexões: ${wished.length} de pé`)]
}
