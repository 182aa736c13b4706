import { forEachRun, Runs, type SortedRuns, sortByLabel } from './runs.ts'

/** A part of a mask whose pixels touch at their sides or corners. */
export interface Component {
  /** Pixels. */
  readonly area: number
  /** Its first pixel by rows. */
  readonly start: number
  readonly left: number
  readonly top: number
  /** Exclusive. */
  readonly right: number
  readonly bottom: number
}

/** Runs of equal pixels along rows, those that touch joined into components. */
export interface Labelled {
  readonly components: readonly Component[]
  /** Sets the pixels of a component in a mask of the same size. */
  fill(mask: Uint8Array, component: number, value: number): void
  /** Calls for each run of a component, row by row: from pixel `from` of the mask up to, not including, `to`. */
  forEachRunOf(component: number, visit: (from: number, to: number) => void): void
  /** Of which component a pixel is; undefined where it is of none. */
  componentAt(pixel: number): number | undefined
  /** The same of all components. */
  forEachRun(visit: (component: number, from: number, to: number) => void): void
}

/**
 * Finds the components of the pixels that have a value. Labels are kept for runs, not for pixels: a mask of 40 million
 * pixels needs little beside itself.
 */
export function labelComponents(
  mask: Uint8Array,
  width: number,
  height: number,
  value: number,
  corners = true,
): Labelled {
  const runs = new Runs()
  const reach = corners ? 1 : 0
  let row = -1
  let first = 0
  let above = 0
  forEachRun(mask, width, height, value, (y, left, right) => {
    if (y !== row) {
      // Runs of the row right above, if it has any.
      above = y === row + 1 ? first : runs.count
      first = runs.count
      row = y
    }
    const [from, to] = [y * width + left, y * width + right]
    const run = runs.add(from, to)
    while (above < first && (runs.ends[above] as number) + width + reach <= from) above += 1
    for (let other = above; other < first; other += 1) {
      if ((runs.starts[other] as number) + width >= to + reach) break
      runs.join(run, other)
    }
  })
  return collect(runs, width)
}

function collect(runs: Runs, width: number): Labelled {
  const { count, starts, ends } = runs
  const components: { -readonly [Key in keyof Component]: Component[Key] }[] = []
  const labels = new Int32Array(count)
  for (let run = 0; run < count; run += 1) {
    const from = starts[run] as number
    const to = ends[run] as number
    const y = Math.floor(from / width)
    const [left, right] = [from - y * width, to - y * width]
    const root = runs.rootOf(run)
    if (root === run) {
      labels[run] = components.length
      components.push({ area: to - from, start: from, left, top: y, right, bottom: y + 1 })
      continue
    }
    // The root came first and has its label.
    labels[run] = labels[root] as number
    const component = components[labels[run] as number]
    if (!component) continue
    component.area += to - from
    component.left = Math.min(component.left, left)
    component.right = Math.max(component.right, right)
    component.bottom = y + 1
  }
  let sorted: SortedRuns | undefined
  const forEachRunOf = (component: number, visit: (from: number, to: number) => void) => {
    sorted ??= sortByLabel(labels, components.length)
    const end = sorted.begins[component + 1] as number
    for (let at = sorted.begins[component] as number; at < end; at += 1) {
      const run = sorted.runs[at] as number
      visit(starts[run] as number, ends[run] as number)
    }
  }
  return {
    components,
    fill: (mask, component, value) => forEachRunOf(component, (from, to) => mask.fill(value, from, to)),
    forEachRunOf,
    componentAt: (pixel) => {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ends[middle] as number) <= pixel) low = middle + 1
        else high = middle
      }
      return low < count && (starts[low] as number) <= pixel ? labels[low] : undefined
    },
    forEachRun: (visit) => {
      for (let run = 0; run < count; run += 1)
        visit(labels[run] as number, starts[run] as number, ends[run] as number)
    },
  }
}

/** Sets components of 255 smaller than so many pixels to 0, in place. */
export function removeSmall(mask: Uint8Array, width: number, height: number, pixels: number): void {
  const { components, forEachRun } = labelComponents(mask, width, height, 255)
  forEachRun((component, from, to) => {
    if ((components[component]?.area ?? 0) < pixels) mask.fill(0, from, to)
  })
}

/** Sets holes of 0 smaller than so many pixels to 255, in place. What touches the edge of the image is no hole. */
export function fillHoles(mask: Uint8Array, width: number, height: number, pixels: number): void {
  const { components, forEachRun } = labelComponents(mask, width, height, 0, false)
  const isHole = components.map(
    ({ area, left, top, right, bottom }) =>
      area < pixels && left > 0 && top > 0 && right < width && bottom < height,
  )
  forEachRun((component, from, to) => {
    if (isHole[component]) mask.fill(255, from, to)
  })
}
