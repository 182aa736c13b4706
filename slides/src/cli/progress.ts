/** One long piece of work at a time. */
export interface Progress {
  /** `total` and what is added are in the unit, of which `rate` makes text per second: 31.2 → `31.2 MP/s`. */
  begin(label: string, total: number, rate: (perSecond: number) => string): RunningProgress
}

export interface RunningProgress {
  add(amount: number): void
  /** Clears the bar; to be called however the work ends. */
  end(): void
}

export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export const noProgress: Progress = { begin: () => ({ add() {}, end() {} }) }

/** ms between two looks of the bar, and between two lines where there is no terminal. */
const pace = { bar: 100, line: 10_000 }

/** A bar where the stream is a terminal, else a line now and then. `now` gives ms. */
export function createProgress(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress {
  return {
    begin(label, total, rate) {
      const bar = stream.isTTY === true
      const started = now()
      let shown = started
      let done = 0
      return {
        add(amount) {
          done += amount
          const time = now()
          if (time - shown < (bar ? pace.bar : pace.line)) return
          shown = time
          const state = describe(done, total, (time - started) / 1000, rate)
          stream.write(
            bar ? `\r${barLine(label, done / total, state, stream.columns)}\u001b[K` : `${label}: ${state}\n`,
          )
        },
        end() {
          if (bar) stream.write('\r\u001b[K')
        },
      }
    },
  }
}

function describe(done: number, total: number, seconds: number, rate: (perSecond: number) => string): string {
  const perSecond = done / Math.max(seconds, 1e-3)
  const percent = `${Math.floor((100 * Math.min(done, total)) / total)} %`
  const left = done > 0 ? `, ${duration((total - done) / perSecond)} left` : ''
  return `${percent}, ${rate(perSecond)}${left}`
}

function barLine(label: string, share: number, state: string, columns = 0): string {
  // Some terminals say 0 for a width they don't know.
  const width = columns || 80
  const length = Math.max(0, Math.min(30, width - label.length - state.length - 4))
  const filled = Math.round(Math.min(1, share) * length)
  return `${label} ${'█'.repeat(filled)}${'░'.repeat(length - filled)} ${state}`.slice(0, width - 1)
}

/** How long something took: `0.4 s`, then as `duration`. */
export const elapsed = (seconds: number): string =>
  seconds < 9.95 ? `${seconds.toFixed(1)} s` : duration(seconds)

/** `8 s`, `3 min 20 s`, `2 h 5 min` */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
