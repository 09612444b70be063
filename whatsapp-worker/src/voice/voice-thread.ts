// The thread that encodes one recording and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { encodeVoice } from './encode-voice.ts'

parentPort?.postMessage(await encodeVoice(workerData as Uint8Array))
