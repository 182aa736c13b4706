import { type Component, type Labelled, labelComponents } from './components.ts'
import { depths } from './distance.ts'

export interface Strip {
  readonly component: Component
  /** Which of the components of `labelled` it is. */
  readonly index: number
  /** Pixels: of the widest place, and of the whole along its middle. */
  readonly width: number
  readonly length: number
}

/** The components of a mask with how wide and long they are, were they laid out straight. */
export function measureStrips(
  mask: Uint8Array,
  width: number,
  height: number,
): { labelled: Labelled; strips: readonly Strip[] } {
  const labelled = labelComponents(mask, width, height, 255)
  const depth = depths(mask, width, height)
  const deepest = new Float64Array(labelled.components.length)
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1)
      deepest[component] = Math.max(deepest[component] as number, depth[at] as number)
  })
  const strips = labelled.components.map((component, index) => {
    // A strip of one pixel is one pixel deep.
    const across = Math.max(1, 2 * (deepest[index] as number) - 1)
    return { component, index, width: across, length: component.area / across }
  })
  return { labelled, strips }
}
