// Which emoji this device has in colour. One of each version is drawn in black and in white: what has a colour of its own is the same in both.

const newest = [
  [17, '🫪'],
  [16, '🫩'],
  [15, '🫨'],
  [14, '🫠'],
  [13, '🥲'],
  [12, '🥱'],
  [11, '🥰'],
  [5, '🤩'],
  [1, '😀'],
] as const

/** The newest version whose emoji are there; all of them when none is: then boxes are not the emoji's fault. */
export function knownEmojiVersion(): number {
  const context = new OffscreenCanvas(16, 16).getContext('2d', { willReadFrequently: true })
  if (!context) return Infinity
  context.font = '12px sans-serif'
  context.textBaseline = 'top'
  return newest.find(([, emoji]) => hasOwnColor(context, emoji))?.[0] ?? Infinity
}

function hasOwnColor(context: OffscreenCanvasRenderingContext2D, emoji: string): boolean {
  const [black, white] = ['#000', '#fff'].map((color) => draw(context, emoji, color))
  return black === white && black !== draw(context, '', '#000')
}

function draw(context: OffscreenCanvasRenderingContext2D, text: string, color: string): string {
  context.clearRect(0, 0, 16, 16)
  context.fillStyle = color
  context.fillText(text, 0, 0)
  return context.getImageData(0, 0, 16, 16).data.join()
}
