// What the simulator's process is told and tells.

export type Call =
  | { name: 'addPhone'; number: string; displayName: string }
  | { name: 'scanQr'; number: string; qr: string }
  | { name: 'send'; number: string; to: string; text: string }
  | { name: 'sendMany'; number: string; to: string; texts: readonly string[] }
  | { name: 'unknownIqs' }

export interface ToSimulator {
  seq: number
  call: Call
}

/** A message that reached a phone, as often as it did. */
export interface PhoneMessage {
  number: string
  from: string
  id: string
  text: string
  /** Milliseconds since the epoch. */
  at: number
}

export type FromSimulator =
  | { kind: 'ready'; wsUrl: string; rootKey: string }
  | { kind: 'done'; seq: number; result: unknown }
  | { kind: 'failed'; seq: number; reason: string }
  | { kind: 'received'; message: PhoneMessage }
