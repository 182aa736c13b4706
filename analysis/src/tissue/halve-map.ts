import type { LineMap } from './line-map.ts'

/** Means of 2 × 2 pixels; a last column or row that has no neighbour is left out. */
export function halveMap({ values, width, height }: LineMap): LineMap {
  const across = width >> 1
  const down = height >> 1
  const halved = new Uint8Array(across * down)
  for (let y = 0; y < down; y += 1)
    for (let x = 0, at = 2 * y * width; x < across; x += 1, at += 2)
      halved[y * across + x] =
        ((values[at] as number) +
          (values[at + 1] as number) +
          (values[at + width] as number) +
          (values[at + width + 1] as number) +
          2) >>
        2
  return { values: halved, width: across, height: down }
}
