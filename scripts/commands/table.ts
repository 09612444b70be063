// How each command of README's table is tried with the demo's month in it: its arguments, how long it may take and what shows that it did what it says.
import { setTimeout as delay } from 'node:timers/promises'

export interface World {
  /** Files of the check. */
  folder: string
  /** Where the app is while `beside` commands run. */
  address: string
  /** Of the installation's Postgres while the app runs, its superuser's. */
  databaseUrl: string
  /** A Whaticket's. */
  oldDatabaseUrl: string
}

interface Ends {
  script: string
  args?: (world: World) => string[]
  /** Its own, beside the installation's. */
  env?: (world: World) => Record<string, string>
  minutes: number
  /** In what it printed. */
  shows: RegExp
  /** While the app runs; otherwise the installation stands still. */
  beside?: true
}

interface Stays {
  /** As it is typed: it goes on until Ctrl-C. */
  command: readonly string[]
  minutes: number
  /** A line that says that it is ready. */
  ready: RegExp
  env?: (world: World) => Record<string, string>
  /** Looks at what it serves, while it runs. Beside the app, unless it is the app. */
  finds: (world: World, printed: string) => Promise<boolean>
  isApp?: true
}

/** Why nothing runs it here. `step`: it is one of its own in `test:long`, with a world that it makes itself. */
interface Elsewhere {
  step?: string
  because: string
}

export type Trial = Ends | Stays | Elsewhere

const figure = /^figure \w+ [\d.]+ /m
const ownWorld = 'makes a world of its own, whose size its arguments say'

/** What it serves comes in its own time. */
const answers = async (url: string, wanted: RegExp, patienceMs = 60_000) => {
  for (const end = Date.now() + patienceMs; ; await delay(250)) {
    const text = await fetch(url).then(
      (answer) => answer.text(),
      () => '',
    )
    if (wanted.test(text)) return true
    if (Date.now() > end) return false
  }
}

const servesApp: Stays['finds'] = async ({ address }) =>
  (await answers(address, /<title>Balcão<\/title>/)) && (await answers(`${address}/api/health`, /"status":"ok"/))

/** What makes the installation, and what runs it while others run beside it. */
export const made = 'pnpm demo:month [--seed N]'
export const app = 'npm start'

/** By what README calls them, in the order in which they run. */
export const trials: Readonly<Record<string, Trial>> = {
  [made]: { script: 'demo:month', minutes: 5, shows: /3000 tickets, 60000 messages/ },
  'pnpm run doctor': { script: 'doctor', minutes: 2, shows: /^0 erros/m },
  [app]: {
    command: ['npm', 'start'],
    minutes: 10,
    ready: /Ctrl-C encerra/,
    isApp: true,
    // The documentation is built beside, when everything else is there.
    finds: async (world) =>
      (await servesApp(world, '')) && (await answers(`${world.address}/docs/`, /Balcão/, 300_000)),
  },
  'pnpm import:whaticket --from URL [--files DIR] [--dry-run]': {
    script: 'import:whaticket',
    args: ({ oldDatabaseUrl }) => ['--from', oldDatabaseUrl],
    minutes: 5,
    shows: /messages/i,
    beside: true,
  },
  'pnpm shapes': {
    command: ['pnpm', 'shapes'],
    env: ({ databaseUrl, folder }) => ({
      DATABASE_URL: databaseUrl,
      PORT: '0',
      SHAPES_DIR: `${folder}/shapes`,
      PUBLICATION: 'commands_check',
      SLOT: 'commands_check',
    }),
    minutes: 5,
    ready: /shapes active/,
    finds: async (_, printed) => {
      const port = /shapes listening on \S+:(\d+)/.exec(printed)?.[1]
      return answers(
        `http://127.0.0.1:${port}/v1/shape?table=tickets&offset=-1`,
        /(?:"operation":"insert"[\s\S]*?){3000}/,
      )
    },
  },
  'pnpm pictures [--out FOLDER] [--only /PATH] [--url ADDRESS]': {
    script: 'pictures',
    args: ({ folder, address }) => ['--out', `${folder}/pictures`, '--only', '/kanban', '--url', address],
    minutes: 10,
    shows: /^kanban, /m,
    beside: true,
  },
  'pnpm dev': {
    command: ['pnpm', 'dev'],
    minutes: 10,
    ready: /Ctrl-C encerra/,
    isApp: true,
    finds: async (_, printed) => answers(/Balcão está em\s+(\S+)/.exec(printed)?.[1] ?? '', /<title>Balcão<\/title>/),
  },
  'pnpm keys:rotate [--all]': {
    script: 'keys:rotate',
    args: () => ['--all'],
    minutes: 5,
    shows: /everything is sealed with the current key/,
  },
  'pnpm backup --to DIR': {
    script: 'backup',
    args: ({ folder }) => ['--to', `${folder}/backups`],
    minutes: 5,
    shows: /^Cópia em /m,
  },
  'pnpm restore --from DIR': {
    script: 'restore',
    args: ({ folder }) => ['--from', `${folder}/backups`],
    env: ({ folder }) => ({ BALCAO_DATA: `${folder}/restored` }),
    minutes: 5,
    shows: /^Restaurado de /m,
  },
  'pnpm docs:build': { script: 'docs:build', minutes: 5, shows: /^/ },
  'pnpm docs:pictures': {
    script: 'docs:pictures',
    args: ({ folder }) => ['--out', `${folder}/guide`],
    minutes: 15,
    shows: /atendimentos/,
  },
  'pnpm bench [FILE]': { script: 'bench', args: () => ['spine'], minutes: 15, shows: figure },
  'pnpm bench engines': { script: 'bench', args: () => ['engines'], minutes: 20, shows: figure },
  'pnpm bench phone': { script: 'bench', args: () => ['phone'], minutes: 20, shows: figure },
  'pnpm bench hour': { script: 'bench', args: () => ['hour'], minutes: 20, shows: /taps|keys|seconds/ },
  'pnpm bench:trace': { script: 'bench:trace', minutes: 15, shows: /figure|ms/ },
  'pnpm bench:whatsapp': {
    script: 'bench:whatsapp',
    args: () => ['--runs', '1', '--sessions', '3'],
    minutes: 15,
    shows: figure,
  },
  'pnpm bench:shapes': { script: 'bench:shapes', args: () => ['--scale', '0.01'], minutes: 15, shows: figure },
  'pnpm bench:scale [--companies N --devices N --rates N,N --minutes M]': {
    script: 'bench:scale',
    args: () => ['--companies', '2', '--devices', '4', '--rates', '1', '--minutes', '0.2'],
    minutes: 15,
    shows: figure,
  },
  'pnpm bench:backup [--messages N]': {
    script: 'bench:backup',
    args: () => ['--messages', '60000'],
    minutes: 15,
    shows: figure,
  },
  'pnpm bench:neighbours': {
    script: 'bench:neighbours',
    args: () => ['--seconds', '2'],
    minutes: 15,
    shows: figure,
  },
  'npm test': { because: 'runs beside this one, of which it is the other half' },
  'npm run test:long': { because: 'is what runs this' },
  'pnpm image:check': { step: 'image:check', because: 'builds an image of its own' },
  'pnpm commands:check [--only TEXT]': { because: 'is this' },
  'pnpm check': { because: 'is the first step of `npm test`, and tests that are in it' },
  'pnpm pictures --compare': { step: 'pictures', because: 'makes the month itself, at its own moment' },
  '--accept': { because: 'would take what is there for what should be' },
  'pnpm simulate --seed N --steps M': { step: 'simulate', because: ownWorld },
  'pnpm fuzz --seed N --minutes M': { step: 'fuzz', because: ownWorld },
  'pnpm shapes:check': { step: 'shapes:check', because: ownWorld },
  'pnpm soak --minutes M --kill worker,server,postgres --seed N': { step: 'soak', because: ownWorld },
  'pnpm topology --minutes M --seed N': { step: 'topology', because: ownWorld },
}
