const megabyte = 1024 * 1024

export interface Device {
  /** Gigabytes of memory, as browsers tell them: roughly, and 8 at most. Undefined where they tell nothing. */
  readonly memory: number | undefined
  /** CSS pixels of the shorter side of the screen. */
  readonly screen: number
  /** Whether fingers are what it is used with. */
  readonly isTouched: boolean
}

/** No phone has a shorter side that is longer. */
const phoneScreen = 600

/** Bytes of tiles to keep that are not seen, decoded and on the graphics card. */
export function cacheBytesFor({ memory = 8, screen, isTouched }: Device): number {
  const isPhone = isTouched && screen < phoneScreen
  if (memory <= 2) return 64 * megabyte
  if (memory <= 4 || isPhone) return 128 * megabyte
  return 256 * megabyte
}

export function thisDevice(): Device {
  const { width, height } = globalThis.screen
  return {
    memory: 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : undefined,
    screen: Math.min(width, height),
    isTouched: matchMedia('(pointer: coarse)').matches,
  }
}
