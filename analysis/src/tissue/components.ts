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
  const starts: number[] = []
  const ends: number[] = []
  const parents: number[] = []
  const rootOf = (run: number): number => {
    let root = run
    while (parents[root] !== root) root = parents[root] as number
    for (let at = run; at !== root; ) {
      const next = parents[at] as number
      parents[at] = root
      at = next
    }
    return root
  }
  const reach = corners ? 1 : 0
  let above = 0
  for (let y = 0; y < height; y += 1) {
    const first = starts.length
    let candidate = above
    const rowEnd = (y + 1) * width
    for (let from = nextOf(mask, y * width, rowEnd, value); from < rowEnd; ) {
      let to = from + 1
      while (to < rowEnd && mask[to] === value) to += 1
      const run = starts.length
      starts.push(from)
      ends.push(to)
      parents.push(run)
      while (candidate < first && (ends[candidate] as number) + width + reach <= from) candidate += 1
      for (
        let other = candidate;
        other < first && (starts[other] as number) + width < to + reach;
        other += 1
      ) {
        const [a, b] = [rootOf(run), rootOf(other)]
        if (a !== b) parents[Math.max(a, b)] = Math.min(a, b)
      }
      from = nextOf(mask, to, rowEnd, value)
    }
    above = first
  }
  return collect(starts, ends, rootOf, width)
}

function nextOf(mask: Uint8Array, from: number, end: number, value: number): number {
  let at = from
  while (at < end && mask[at] !== value) at += 1
  return at
}

function collect(
  starts: readonly number[],
  ends: readonly number[],
  rootOf: (run: number) => number,
  width: number,
): Labelled {
  const numbers = new Map<number, number>()
  const components: { -readonly [Key in keyof Component]: Component[Key] }[] = []
  const runsOf: number[][] = []
  const labels = starts.map((from, run) => {
    const root = rootOf(run)
    const to = ends[run] as number
    const y = Math.floor(from / width)
    const [left, right] = [from - y * width, to - y * width]
    let label = numbers.get(root)
    if (label === undefined) {
      label = components.length
      numbers.set(root, label)
      components.push({ area: 0, start: from, left, top: y, right, bottom: y + 1 })
      runsOf.push([])
    }
    const component = components[label]
    if (component) {
      component.area += to - from
      component.left = Math.min(component.left, left)
      component.right = Math.max(component.right, right)
      component.bottom = y + 1
    }
    runsOf[label]?.push(run)
    return label
  })
  return {
    components,
    fill: (mask, component, value) => {
      for (const run of runsOf[component] ?? []) mask.fill(value, starts[run], ends[run])
    },
    forEachRunOf: (component, visit) => {
      for (const run of runsOf[component] ?? []) visit(starts[run] as number, ends[run] as number)
    },
    componentAt: (pixel) => {
      let [low, high] = [0, starts.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ends[middle] as number) <= pixel) low = middle + 1
        else high = middle
      }
      return low < starts.length && (starts[low] as number) <= pixel ? labels[low] : undefined
    },
    forEachRun: (visit) => {
      labels.forEach((label, run) => {
        visit(label, starts[run] as number, ends[run] as number)
      })
    },
  }
}

/** Sets components of 255 smaller than so many pixels to 0, in place. */
export function removeSmall(mask: Uint8Array, width: number, height: number, pixels: number): void {
  const labelled = labelComponents(mask, width, height, 255)
  labelled.components.forEach(({ area }, index) => {
    if (area < pixels) labelled.fill(mask, index, 0)
  })
}

/** Sets holes of 0 smaller than so many pixels to 255, in place. What touches the edge of the image is no hole. */
export function fillHoles(mask: Uint8Array, width: number, height: number, pixels: number): void {
  const labelled = labelComponents(mask, width, height, 0, false)
  labelled.components.forEach(({ area, left, top, right, bottom }, index) => {
    const touchesEdge = left === 0 || top === 0 || right === width || bottom === height
    if (area < pixels && !touchesEdge) labelled.fill(mask, index, 255)
  })
}
