// A recording as WhatsApp's phones want it: MP3 becomes OGG/Opus with its length and its waveform. Pure of I/O; it computes for long, so
// it runs in a thread of its own (voice-thread.ts).
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import OpusScript from 'opusscript'

export interface EncodedVoice {
  ogg: Uint8Array
  seconds: number
  /** Loudness over its length, 64 times 0 to 100. */
  waveform: Uint8Array
}

const rate = 48_000
/** 60 ms: three frames in a packet, as WhatsApp's own voice notes have them. */
const packetSamples = 2_880
const bitrate = 32_000
/** How hard libopus tries, of 10; speech at this rate gains little from more. */
const complexity = 3
const setComplexity = 4_010
/** What a player has to leave out at the beginning, by libopus' delay. */
const preSkip = 312
const bars = 64

/** @throws when it is no MP3 */
export async function encodeVoice(mp3: Uint8Array): Promise<EncodedVoice> {
  const sound = await decode(mp3)
  return {
    ogg: await encode(sound),
    seconds: Math.max(1, Math.round(sound.length / rate)),
    waveform: waveformOf(sound),
  }
}

/** One channel, at Opus' rate. */
async function decode(mp3: Uint8Array): Promise<Float32Array> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const { channelData, sampleRate, samplesDecoded } = decoder.decode(mp3)
    const [left, right = left] = channelData
    if (!left || !right || samplesDecoded === 0) throw new Error('no MP3')
    return resampled(
      left.map((sample, at) => (sample + (right[at] ?? 0)) / 2),
      sampleRate,
    )
  } finally {
    decoder.free()
  }
}

function resampled(sound: Float32Array, from: number): Float32Array {
  if (from === rate) return sound
  const step = from / rate
  return Float32Array.from({ length: Math.floor(sound.length / step) }, (_, index) => {
    const at = Math.floor(index * step)
    const part = index * step - at
    return (sound[at] ?? 0) * (1 - part) + (sound[at + 1] ?? 0) * part
  })
}

async function encode(sound: Float32Array): Promise<Uint8Array> {
  const encoder = new OpusScript(rate, 1, OpusScript.Application.VOIP)
  encoder.setBitrate(bitrate)
  encoder.encoderCTL(setComplexity, complexity)
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: rate, description: opusHead() }
  for (let at = 0; at < sound.length; at += packetSamples) {
    const data = new Uint8Array(encoder.encode(pcmOf(sound, at), packetSamples))
    await source.add(new EncodedPacket(data, 'key', at / rate, packetSamples / rate), { decoderConfig })
  }
  await output.finalize()
  encoder.delete()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

/** Silence behind the end. */
function pcmOf(sound: Float32Array, from: number): Buffer {
  const pcm = Buffer.alloc(packetSamples * 2)
  for (let index = 0; index < packetSamples; index++) {
    const sample = Math.max(-1, Math.min(1, sound[from + index] ?? 0))
    pcm.writeInt16LE(Math.round(sample * 32_767), index * 2)
  }
  return pcm
}

/** RFC 7845: version 1, one channel. */
function opusHead(): Uint8Array {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head[8] = 1
  head[9] = 1
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(rate, 12)
  return head
}

function waveformOf(sound: Float32Array): Uint8Array {
  const width = Math.max(1, Math.floor(sound.length / bars))
  const loudness = Array.from({ length: bars }, (_, bar) => {
    const part = sound.subarray(bar * width, (bar + 1) * width)
    return part.reduce((sum, sample) => sum + Math.abs(sample), 0) / width
  })
  const loudest = Math.max(...loudness, 1e-6)
  return Uint8Array.from(loudness, (each) => Math.floor((100 * each) / loudest))
}
