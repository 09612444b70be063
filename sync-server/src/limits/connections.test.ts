import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from './connections.ts'

async function listening(isExempt?: (address: string) => boolean, [host, from] = ['127.0.0.1', '127.0.0.1']) {
  const server = createServer()
  limitConnections(server, { perAddress: 2, inAll: 100 }, isExempt)
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    if (!socket.destroyed) socket.write('hello')
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (localAddress = from) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    const isTaken = await Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
    return { socket, isTaken }
  }
}

test('one address has so many sockets, and another when one of them ends', async () => {
  const open = await listening(() => false)
  const [first, second, third] = [await open(), await open(), await open()]
  expect([first.isTaken, second.isTaken, third.isTaken]).toEqual([true, true, false])
  first.socket.destroy()
  await expect.poll(async () => (await open()).isTaken).toBe(true)
})

test('a proxy on this machine brings as many as there are', async () => {
  const open = await listening()
  for (let turn = 0; turn < 4; turn++) expect((await open()).isTaken).toBe(true)
})

test('where IPv6 is listened on, each IPv4 address has its own', async () => {
  const open = await listening(() => false, ['::', '127.0.0.1'])
  expect([await open(), await open(), await open()].map(({ isTaken }) => isTaken)).toEqual([true, true, false])
  expect((await open('127.0.0.2')).isTaken).toBe(true)
})
