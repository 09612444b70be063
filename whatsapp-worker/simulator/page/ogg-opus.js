// Voice notes as WhatsApp has them: Opus in Ogg. Browsers encode Opus but do not all write Ogg, so the pages around the
// packets are made here (RFC 3533 and RFC 7845).

const RATE = 48000

/** Samples at 48 kHz → the bytes of an Ogg file. */
export async function encodeVoice(samples) {
  const packets = []
  const failure = Promise.withResolvers()
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      packets.push(bytes)
    },
    error: failure.reject,
  })
  encoder.configure({ codec: 'opus', sampleRate: RATE, numberOfChannels: 1, bitrate: 24_000 })
  const step = RATE / 50
  for (let start = 0; start < samples.length; start += step) {
    const data = new Float32Array(step)
    data.set(samples.subarray(start, start + step))
    const format = { format: 'f32', sampleRate: RATE, numberOfChannels: 1, numberOfFrames: step }
    encoder.encode(new AudioData({ ...format, timestamp: (start / RATE) * 1e6, data }))
  }
  await Promise.race([encoder.flush(), failure.promise])
  encoder.close()
  return oggOf(packets, step)
}

function oggOf(packets, framesEach) {
  const pages = [page([header()], 0, 0, 2), page([tags()], 0, 1, 0)]
  const perPage = 50
  for (let start = 0; start < packets.length; start += perPage) {
    const part = packets.slice(start, start + perPage)
    const isLast = start + perPage >= packets.length
    pages.push(page(part, (start + part.length) * framesEach, pages.length, isLast ? 4 : 0))
  }
  return new Blob(pages, { type: 'audio/ogg; codecs=opus' })
}

function header() {
  const bytes = new Uint8Array(19)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('OpusHead'))
  view.setUint8(8, 1)
  view.setUint8(9, 1)
  view.setUint16(10, 312, true)
  view.setUint32(12, RATE, true)
  return bytes
}

function tags() {
  const vendor = new TextEncoder().encode('simulador')
  const bytes = new Uint8Array(16 + vendor.length)
  bytes.set(new TextEncoder().encode('OpusTags'))
  new DataView(bytes.buffer).setUint32(8, vendor.length, true)
  bytes.set(vendor, 12)
  return bytes
}

/** `flags`: 2 begins the stream, 4 ends it. */
function page(packets, frames, number, flags) {
  const lacing = packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255])
  const size = packets.reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(27 + lacing.length + size)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('OggS'))
  view.setUint8(5, flags)
  view.setBigUint64(6, BigInt(frames), true)
  view.setUint32(14, 1, true)
  view.setUint32(18, number, true)
  view.setUint8(26, lacing.length)
  bytes.set(lacing, 27)
  let offset = 27 + lacing.length
  for (const packet of packets) {
    bytes.set(packet, offset)
    offset += packet.length
  }
  view.setUint32(22, checksum(bytes), true)
  return bytes
}

function checksum(bytes) {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
