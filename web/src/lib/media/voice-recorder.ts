// The microphone as an MP3 of 128 kbps, encoded while it is spoken. Encoder and container are loaded when somebody records first.
// Invariant: whatever happens, the microphone is off after `stop` or `cancel`.
import type { MediaStreamAudioTrackSource, Output } from 'mediabunny'

const bitrate = 128_000
/** Under this it was a slip of the finger. */
export const minBytes = 10_000

export interface Recording {
  /** How loud it is now, 0 to 1. */
  level(): number
  /** Nothing is heard until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<Blob>
  cancel(): void
}

/** Asks for the microphone. @throws DOMException NotAllowedError, NotFoundError, NotReadableError */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return await record(stream, release)
  } catch (error) {
    release()
    throw error
  }
}

async function record(stream: MediaStream, release: () => void): Promise<Recording> {
  const { output, source, target, isEmpty } = await createOutput(stream)
  await output.start()
  const meter = createMeter(stream)
  const end = () => {
    release()
    meter.close()
  }
  return {
    level: meter.level,
    pause: () => source.pause(),
    resume: () => source.resume(),
    async stop() {
      try {
        await output.finalize()
      } catch (error) {
        // Stopped before the first sound was encoded: there is nothing to finish, and nothing went wrong.
        if (!isEmpty()) throw error
      } finally {
        end()
      }
      return new Blob([target.buffer ?? new ArrayBuffer()], { type: 'audio/mpeg' })
    },
    cancel() {
      end()
      void output.cancel().catch(() => undefined)
    },
  }
}

interface Mp3 {
  output: Output
  source: MediaStreamAudioTrackSource
  target: { buffer: ArrayBuffer | null }
  /** Nothing has been encoded yet. */
  isEmpty(): boolean
}

async function createOutput(stream: MediaStream): Promise<Mp3> {
  const [media, { registerMp3Encoder }] = await Promise.all([import('mediabunny'), import('@mediabunny/mp3-encoder')])
  const track = stream.getAudioTracks()[0]
  if (!track) throw new DOMException('no audio track', 'NotFoundError')
  if (!(await media.canEncodeAudio('mp3'))) registerMp3Encoder()
  const target = new media.BufferTarget()
  const output = new media.Output({ format: new media.Mp3OutputFormat(), target })
  let packets = 0
  const source = new media.MediaStreamAudioTrackSource(track, {
    codec: 'mp3',
    bitrate,
    onEncodedPacket: () => packets++,
  })
  output.addAudioTrack(source)
  return { output, source, target, isEmpty: () => packets === 0 }
}

function createMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return levelOf(Math.sqrt(power))
    },
    close: () => void context.close(),
  }
}

/** As an ear hears it: −50 dB is silence, −5 dB is loud. */
export function levelOf(loudness: number): number {
  const decibels = 20 * Math.log10(Math.max(loudness, 1e-6))
  return Math.min(1, Math.max(0, (decibels + 50) / 45))
}
