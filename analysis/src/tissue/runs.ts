/** Pixels that are looked at one by one before asking for the next: a call costs as much. */
const nearby = 24

/** Calls for each run of a value, 0 or 255, along a row, row by row: from column `from` up to, not including, `to`. */
export function forEachRun(
  mask: Uint8Array,
  width: number,
  height: number,
  value: number,
  visit: (y: number, from: number, to: number) => void,
): void {
  const size = width * height
  let y = 0
  for (let from = nextOf(mask, 0, value); from < size; ) {
    if (from >= (y + 1) * width) y = Math.floor(from / width)
    const end = (y + 1) * width
    const to = endOf(mask, from + 1, end, value)
    visit(y, from - y * width, to - y * width)
    from = nextOf(mask, to, value)
  }
}

/** The next pixel of a value. Jumping to it is native: of most masks little is anything but empty. */
function nextOf(mask: Uint8Array, from: number, value: number): number {
  const end = Math.min(mask.length, from + nearby)
  for (let at = from; at < end; at += 1) if (mask[at] === value) return at
  const found = mask.indexOf(value, end)
  return found < 0 ? mask.length : found
}

/** Where a run ends within its row. */
function endOf(mask: Uint8Array, from: number, end: number, value: number): number {
  const close = Math.min(end, from + nearby)
  for (let at = from; at < close; at += 1) if (mask[at] !== value) return at
  if (close === end) return end
  const found = mask.subarray(close, end).indexOf(255 - value)
  return found < 0 ? end : close + found
}

/** Runs, each in a tree whose root is the first run of its component. */
export class Runs {
  count = 0
  starts = new Int32Array(1024)
  ends = new Int32Array(1024)
  parents = new Int32Array(1024)

  add(from: number, to: number): number {
    const run = this.count
    if (run === this.starts.length) {
      this.starts = grown(this.starts)
      this.ends = grown(this.ends)
      this.parents = grown(this.parents)
    }
    this.starts[run] = from
    this.ends[run] = to
    this.parents[run] = run
    this.count += 1
    return run
  }

  rootOf(run: number): number {
    const { parents } = this
    let root = run
    while (parents[root] !== root) root = parents[root] as number
    for (let at = run; at !== root; ) {
      const next = parents[at] as number
      parents[at] = root
      at = next
    }
    return root
  }

  join(run: number, other: number): void {
    const a = this.rootOf(run)
    const b = this.rootOf(other)
    if (a !== b) this.parents[Math.max(a, b)] = Math.min(a, b)
  }
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * values.length)
  larger.set(values)
  return larger
}

/** Runs of the first component, then of the second, and where in them each component begins. */
export interface SortedRuns {
  readonly runs: Int32Array
  readonly begins: Int32Array
}

export function sortByLabel(labels: Int32Array, components: number): SortedRuns {
  const begins = new Int32Array(components + 1)
  for (const label of labels) begins[label + 1] = (begins[label + 1] as number) + 1
  for (let label = 0; label < components; label += 1)
    begins[label + 1] = (begins[label + 1] as number) + (begins[label] as number)
  const next = begins.slice()
  const runs = new Int32Array(labels.length)
  labels.forEach((label, run) => {
    const at = next[label] as number
    runs[at] = run
    next[label] = at + 1
  })
  return { runs, begins }
}
