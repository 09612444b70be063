// A recording on its way to the phone: MP3 in the media store, encoded in a thread, sent as a voice note.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { voiceNotes } from 'db/media/voice-notes-table.ts'
import { ack } from 'db/messages/table.ts'
import { afterEach, expect, test } from 'vitest'
import { customer, openDesk, type Desk } from '../test-desk.ts'
import { encodeVoice } from './encode-voice.ts'

/** One second. */
const recording = await readFile(join(import.meta.dirname, 'tone.mp3'))
const opus = 'audio/ogg; codecs=opus'

let desk: Desk | undefined
afterEach(async () => {
  await desk?.close()
  expect(desk?.simulator.unknownIqs ?? []).toEqual([])
  desk = undefined
})

test('an MP3 becomes OGG/Opus of the same length, with its waveform', async () => {
  const { ogg, seconds, waveform } = await encodeVoice(recording)
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(ogg) })
  const track = await input.getPrimaryAudioTrack()
  expect(track).toMatchObject({ codec: 'opus', numberOfChannels: 1 })
  expect(await input.computeDuration()).toBeCloseTo(1.05, 1)
  expect(seconds).toBe(1)
  expect(waveform).toHaveLength(64)
  expect(Math.max(...waveform)).toBe(100)
  await expect(encodeVoice(Buffer.from('not a sound at all'))).rejects.toThrow('no MP3')
})

test('a recording goes as a voice note, is encoded once, and goes as it is when it can’t be encoded', async () => {
  desk = await openDesk()
  await desk.startWorker()
  await desk.link()
  const ana = desk.simulator.phone(customer)
  const ticketId = await desk.openTicketWith(customer.number)
  const voice = { mime: 'audio/mpeg', name: 'Mensagem de voz.mp3', more: { isVoice: true, seconds: 1 } }
  await desk.answerWithFile(ticketId, recording, voice)
  await desk.answerWithFile(ticketId, recording, voice)
  const broken = Buffer.alloc(12_000, 'no sound')
  await desk.untilAck(await desk.answerWithFile(ticketId, broken, voice), ack.received)
  const [first, again, last] = ana.chats()[0]?.messages ?? []
  expect(first).toMatchObject({ kind: 'audio', isVoice: true, seconds: 1, file: { mime: opus } })
  expect(again?.file?.sha256).toBe(first?.file?.sha256)
  expect(
    ana
      .openFile(first?.id ?? '')
      ?.content.subarray(0, 4)
      .toString(),
  ).toBe('OggS')
  expect(last).toMatchObject({ kind: 'audio', file: { mime: 'audio/mpeg', size: broken.length } })
  const kept = await desk.db.orm.select().from(voiceNotes)
  expect(kept).toMatchObject([{ companyId: desk.companyId, hash: first?.file?.sha256, seconds: 1 }])
})
