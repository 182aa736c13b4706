/** What is read of a wheel event. */
export interface WheelMove {
  readonly deltaX: number
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
  readonly ctrlKey: boolean
  /** When it happened, in ms. */
  readonly timeStamp: number
}

/** Pixels that a line and a page stand for: a notch of a mouse is three lines, or about 100 pixels. */
const linePixels = 100 / 3
const pagePixels = 300

/** Levels of zoom, each twice as large, that a notch of a mouse wheel makes. */
const levelsPerNotch = 0.4
/** Two fingers have to go this far for one level, in pixels. */
const scrollPixelsPerLevel = 500
/** A pinch of a trackpad comes as so many "pixels" for a picture e times as large: with these it stays under the fingers. */
const pinchPixelsPerFold = 100

/** No single event does more: trackpads at full swing, wheels that spin freely. */
const mostLevels = { mouse: 0.8, scroll: 0.2, pinch: 0.5 } as const

type Source = keyof typeof mostLevels

/** Events that are closer in time come from one device: it is recognised by the first of them, in ms. */
const gestureGap = 200

/** Chromium and Safari on a Mac tell the wheel of a mouse in multiples of this, a trackpad in anything. */
const macNotch = 4.000244140625

/** Reads wheel events one after another: how many levels to zoom in, negative for out. */
export function createWheelReader(): (event: WheelMove) => number {
  let source: Source = 'mouse'
  let last = Number.NEGATIVE_INFINITY
  let isHeld = false
  return (event) => {
    if (event.timeStamp - last > gestureGap || event.ctrlKey !== isHeld) source = sourceOf(event)
    last = event.timeStamp
    isHeld = event.ctrlKey
    const levels = -levelsOf(source, pixelsOf(event))
    return Math.max(-mostLevels[source], Math.min(levels, mostLevels[source]))
  }
}

function levelsOf(source: Source, pixels: number): number {
  if (source === 'pinch') return pixels / pinchPixelsPerFold / Math.LN2
  if (source === 'scroll') return pixels / scrollPixelsPerLevel
  // A slow notch on a Mac is told as 4 pixels; turned on, it must do something that can be seen.
  return Math.sign(pixels) * Math.max(Math.abs(pixels) / 100, pixels === 0 ? 0 : 0.25) * levelsPerNotch
}

/** Browsers tell the pinch of a trackpad as a wheel with Ctrl held; a real wheel with Ctrl goes in notches. */
function sourceOf(event: WheelMove): Source {
  if (isNotch(event)) return 'mouse'
  return event.ctrlKey ? 'pinch' : 'scroll'
}

function isNotch({ deltaX, deltaY, deltaMode }: WheelMove): boolean {
  if (deltaMode !== 0) return true
  const delta = deltaY === 0 ? deltaX : deltaY
  const isOneWay = deltaX === 0 || deltaY === 0
  return isOneWay && (Math.abs(delta) >= 50 || (delta !== 0 && delta % macNotch === 0))
}

/** With Shift held, browsers turn down into right. */
function pixelsOf({ deltaX, deltaY, deltaMode }: WheelMove): number {
  const delta = deltaY === 0 ? deltaX : deltaY
  return delta * (deltaMode === 1 ? linePixels : deltaMode === 2 ? pagePixels : 1)
}
