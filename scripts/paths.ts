import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)

/** Absolute path of a file of the repository. */
export const fromRoot = (path: string) => fileURLToPath(new URL(path, root))

/** Postgres data, secrets and the simulator's state; kept between runs, not in git. */
export const dataFolder = process.env['BALCAO_DATA'] ?? fromRoot('.data')

/** Folder in which Node keeps compiled code between starts. */
export const compileCache = fromRoot('node_modules/.cache/node')
