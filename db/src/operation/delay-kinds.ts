/**
 * in: received from WhatsApp → in its row · device: in its row → in an answer to a device that waits · ack: handed to WhatsApp → acknowledged.
 */
export const delayKinds = ['in', 'device', 'ack'] as const
export type DelayKind = (typeof delayKinds)[number]
