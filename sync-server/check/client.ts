// A client process: follows the shapes that its parent names. Arguments: the engine's address, the folder of its state.
import { join } from 'node:path'
import { Follower } from './follower.ts'
import type { FromClient, ToClient } from './protocol.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const followers = new Map<string, Follower>()
const send = (message: FromClient) => process.send?.(message)

function take(message: ToClient) {
  const id = message.kind === 'follow' ? message.spec.id : message.id
  if (message.kind === 'follow') {
    followers.set(id, new Follower(url, message.spec, join(folder, `${id}.json`), send))
    return
  }
  const follower = followers.get(id)
  if (!follower) throw new Error(`${id} is not followed`)
  if (message.kind === 'expect') follower.expect(message.round, message.lsn, message.digest)
  else if (message.kind === 'show') follower.show()
  else {
    follower.stop()
    followers.delete(id)
  }
}

process.on('message', (message) => take(message as ToClient))
