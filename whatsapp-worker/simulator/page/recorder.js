// The microphone, as a voice note.

import { encodeVoice } from './ogg-opus.js'

const RATE = 48000

/** Begins to record; `stop` gives the voice note. */
export async function recordVoice() {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => undefined)
  if (!stream) throw new Error('Sem microfone: use o áudio de exemplo.')
  const type = ['audio/ogg; codecs=opus', 'audio/webm; codecs=opus', 'audio/mp4'].find((wanted) =>
    MediaRecorder.isTypeSupported(wanted),
  )
  const recorder = new MediaRecorder(stream, { mimeType: type })
  const parts = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.start()
  const stop = async () => {
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
    recorder.stop()
    await stopped
    for (const track of stream.getTracks()) track.stop()
    return voiceNote(new Blob(parts, { type }))
  }
  return { stop }
}

/** In whatever way the browser has recorded: a phone sends Opus in Ogg, mono. */
async function voiceNote(recorded) {
  const context = new OfflineAudioContext(1, RATE, RATE)
  const sound = await context.decodeAudioData(await recorded.arrayBuffer())
  const seconds = Math.max(1, Math.round(sound.duration))
  if (recorded.type.startsWith('audio/ogg')) return { content: recorded, seconds }
  return { content: await encodeVoice(sound.getChannelData(0)), seconds }
}
