// A port that stays the server's while it is down: outside of the range that outgoing connections take theirs from.
import { isFree } from '../../scripts/ports.ts'

const [first, count] = [29_000, 3000]

export async function fixedPort(): Promise<number> {
  for (let offset = process.pid * 7; ; offset++) {
    const port = first + (offset % count)
    if (await isFree(port)) return port
  }
}
