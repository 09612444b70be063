/** A height that is 1rem for 16: whoever reads letters of twice the size has rows of twice the height. Once a page: browsers ask for a reload, too. */
const scale = typeof document === 'undefined' ? 1 : parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

export const inPixels = (at16: number) => at16 * scale
