import { contrast, leastTextContrast } from '@cresyl/contract/slides/contrast'

/** What names of channels stand on. */
export const legendBackdrop = '#141118'

/** The colour of a channel as text: as much lighter as it must be to be read, blue above all. */
export function legibleColour(color: string): string {
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = mixedWithWhite(color, white)
    if (contrast(mixed, legendBackdrop) >= leastTextContrast) return mixed
  }
  return '#FFFFFF'
}

function mixedWithWhite(color: string, share: number): string {
  const mixed = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16)
    return Math.round(value + (255 - value) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${mixed.join('')}`
}
