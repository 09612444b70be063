// The other engines that the browser tests run in: the system's, else Debian's packages when we may install them. Without one its tests are
// left out, and a line says so (web/e2e/engines/engines.ts).
import { canInstall, install, onPath } from './packages.ts'

interface EngineFiles {
  name: string
  packages: string[]
  /** Which programs it needs: the variable that names one, and what it may be called. */
  programs: Record<string, string[]>
}

const engines: readonly EngineFiles[] = [
  { name: 'Firefox', packages: ['firefox-esr'], programs: { FIREFOX_PATH: ['firefox-esr', 'firefox'] } },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: { WEBKIT_DRIVER_PATH: ['WebKitWebDriver'], XVFB_PATH: ['Xvfb'] },
  },
]

/** Their programs' paths by variable, for the tests. */
export function findOrInstallEngines(): Record<string, string> {
  return Object.assign({}, ...engines.map(findOrInstall)) as Record<string, string>
}

function findOrInstall(engine: EngineFiles): Record<string, string> {
  let found = find(engine)
  if (!found && canInstall()) {
    install(...engine.packages)
    found = find(engine)
  }
  if (!found) console.log(`SKIPPED ${engine.name}: not here, and ${engine.packages.join(', ')} could not be installed`)
  return found ?? {}
}

/** All that it needs, or nothing. */
function find({ programs }: EngineFiles): Record<string, string> | undefined {
  const paths: Record<string, string> = {}
  for (const [variable, names] of Object.entries(programs)) {
    const path = process.env[variable] ?? onPath(...names)
    if (!path) return undefined
    paths[variable] = path
  }
  return paths
}
