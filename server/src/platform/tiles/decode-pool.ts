import { availableParallelism } from 'node:os'
import type { Log } from '../log.ts'
import type { ChildRights } from '../processes/child-rights.ts'
import { busy, explainEnding, receiveFailure, stopped } from './decode-failure.ts'
import type { DecodeProcess, Outcome } from './decode-process.ts'
import { createDecodeQueue, type Priority, type Queued } from './decode-queue.ts'
import { createDecodeSlots } from './decode-slots.ts'
import { filesOf, type ImageLocation } from './image-location.ts'
import type { Operation, Rendered } from './operation.ts'
import { createQuarantine, type QuarantineOptions } from './quarantine.ts'
import { createSharedWork } from './shared-work.ts'

export interface DecodePoolOptions {
  /** How many processes decode; as many as the machine has cores when left out. They start when they are needed. */
  processes?: number | undefined
  /** What each may have before it is ended. */
  memoryBytes?: number
  /** How long one thing may take before its process is ended. */
  timeoutMilliseconds?: Partial<Record<Priority, number>>
  /** How long one may wait for its turn. */
  waitMilliseconds?: Partial<Record<Priority, number>>
  /** How many may wait at a time. */
  queueLimit?: number
  quarantine?: QuarantineOptions
  /** A private folder where the processes keep their compiled code, so that they start in a quarter of the time. */
  compileCacheFolder?: string | undefined
  /** For the processes, which otherwise know nothing of this one's, such as NODE_EXTRA_CA_CERTS. */
  environment?: Readonly<Record<string, string>>
  /** What the processes may do; left out: all that this one may. */
  rights?: ChildRights | undefined
  log?: Log | undefined
  events?: DecodeEvents | undefined
  /** What the processes run. */
  program?: URL
}

/** What is counted. */
export interface DecodeEvents {
  /** With the seconds it was decoded for. */
  rendered?(kind: Operation['kind'], outcome: 'done' | 'failed' | 'aborted' | 'ended', seconds: number): void
  /** A process ended while it decoded. */
  ended?(why: 'time' | 'memory' | 'crash'): void
  /** Something was turned away before it was tried. */
  refused?(why: 'busy' | 'quarantined'): void
}

export interface RenderOptions {
  priority?: Priority
  signal?: AbortSignal | undefined
  /** Instead of what goes with its priority. */
  timeoutMilliseconds?: number
}

export interface DecodePoolState {
  processes: number
  rendering: number
  queued: number
  quarantinedFiles: number
}

/** Decodes in other processes, so that no file can harm this one. */
export interface DecodePool {
  /**
   * Rejects with a SlideError that the file gave, a DecodeFailure, or the signal's reason. The same asked for at the
   * same time is done once.
   */
  render(location: ImageLocation, operation: Operation, options?: RenderOptions): Promise<Rendered>
  /** Starts a process now, so that the first who ask needn't wait for it. */
  prepare(): void
  /** The image has been deleted or changed: no process keeps it open. */
  drop(imageId: string): void
  /** The file has been replaced or repaired: what it did before no longer counts. */
  pardon(fileId: string): void
  state(): DecodePoolState
  pids(): number[]
  /** What waits or runs is refused; no process is left. */
  close(): Promise<void>
}

interface Job extends Queued {
  readonly id: number
  readonly key: string
  readonly location: ImageLocation
  readonly operation: Operation
  readonly timeoutMilliseconds: number
  tries: number
  waiting: NodeJS.Timeout | undefined
  process: DecodeProcess | undefined
  settled: boolean
  resolve(result: Rendered): void
  reject(error: unknown): void
}

const MB = 1024 * 1024
const second = 1000
const usualTimeouts: Record<Priority, number> = {
  visible: 20 * second,
  thumbnail: 60 * second,
  export: 120 * second,
}
const usualWaits: Record<Priority, number> = {
  visible: 30 * second,
  thumbnail: 60 * second,
  export: 600 * second,
}
/** Of the time after which a process is ended; those that can give up by themselves before. */
const shareOfPatience = 0.75
/** A crash may be somebody else's fault; twice in a row it hardly is. */
const mostTries = 2

export function createDecodePool(options: DecodePoolOptions = {}): DecodePool {
  const {
    processes = availableParallelism(),
    memoryBytes = 1024 * MB,
    queueLimit = 2000,
    log,
    events,
  } = options
  const timeouts = { ...usualTimeouts, ...options.timeoutMilliseconds }
  const waits = { ...usualWaits, ...options.waitMilliseconds }
  const quarantine = createQuarantine(options.quarantine)
  const queue = createDecodeQueue<Job>(queueLimit)
  const shared = createSharedWork<Rendered>()
  const jobs = new Map<string, Job>()
  const running = new Set<Job>()
  const closing = new AbortController()
  const slots = createDecodeSlots({
    count: processes,
    program: options.program ?? new URL('./decode-child.ts', import.meta.url),
    memoryBytes,
    rights: options.rights,
    environment: {
      ...(options.compileCacheFolder && { NODE_COMPILE_CACHE: options.compileCacheFolder }),
      ...options.environment,
    },
    log,
    onChange: () => pump(),
  })
  /** One is always left for the slides of others, and for what people look at. */
  const shareOfOne = Math.max(1, slots.count - 1)
  let lastId = 0

  const mayRun = ({ fileId, priority }: Job): boolean => {
    let ofFile = 0
    let background = 0
    for (const job of running) {
      if (job.fileId === fileId) ofFile += 1
      if (job.priority !== 'visible') background += 1
    }
    if (priority !== 'visible' && background >= shareOfOne) return false
    return ofFile < (quarantine.suspects(fileId) ? 1 : shareOfOne)
  }

  const settle = (job: Job, how: () => void) => {
    if (job.settled) return
    job.settled = true
    clearTimeout(job.waiting)
    if (jobs.get(job.key) === job) jobs.delete(job.key)
    how()
  }

  const pump = () => {
    if (closing.signal.aborted) return
    while (slots.hasIdle()) {
      const job = queue.take(mayRun)
      if (!job) return
      const process = slots.take(job.location.imageId)
      if (process) void run(process, job)
    }
    // One to spare: what is taken now may never come back.
    slots.want(Math.max(1, queue.size))
  }

  const run = async (process: DecodeProcess, job: Job) => {
    const { id, location, operation, timeoutMilliseconds } = job
    clearTimeout(job.waiting)
    job.process = process
    job.tries += 1
    running.add(job)
    const since = performance.now()
    const patienceMilliseconds = timeoutMilliseconds * shareOfPatience
    const order = { type: 'render', id, location, operation, patienceMilliseconds } as const
    const outcome = await process.render(order, timeoutMilliseconds)
    running.delete(job)
    job.process = undefined
    const aborted = outcome.type === 'failed' && outcome.failure.type === 'aborted'
    events?.rendered?.(
      operation.kind,
      aborted ? 'aborted' : outcome.type,
      (performance.now() - since) / second,
    )
    if (outcome.type !== 'ended') slots.free(process, outcome.memory)
    conclude(job, outcome)
    pump()
  }

  const conclude = (job: Job, outcome: Outcome) => {
    if (outcome.type === 'done') return settle(job, () => job.resolve(outcome.result))
    if (outcome.type === 'failed') {
      const { failure } = outcome
      if (failure.type !== 'aborted') return settle(job, () => job.reject(receiveFailure(failure)))
      // All who waited have left already.
      return settle(job, () => job.reject(stopped()))
    }
    if (closing.signal.aborted) return
    events?.ended?.(outcome.why)
    const { fileId, location, operation } = job
    const { imageId } = location
    log?.warn({ fileId, imageId, operation, ...outcome }, 'a process ended while it decoded a slide')
    const failure = explainEnding(outcome, { memoryBytes, timeoutMilliseconds: job.timeoutMilliseconds })
    const again = failure.code === 'crashed' && job.tries < mostTries
    if (!again) quarantine.refuse(job.key, failure)
    // A region may be large because someone asked for a large one.
    const blames = operation.kind !== 'region' || outcome.why === 'crash'
    if (blames && quarantine.strike(fileId)) {
      log?.error({ fileId }, 'decoding a slide has ended too many processes: it rests for a while')
      for (const waiting of queue.removeFile(fileId)) refuse(waiting)
      if (again) return refuse(job)
    }
    if (!again) return settle(job, () => job.reject(failure))
    if (job.settled) return
    queue.putBack(job)
    awaitTurn(job)
  }

  const awaitTurn = (job: Job) => {
    job.waiting = setTimeout(() => {
      if (queue.remove(job)) settle(job, () => job.reject(busy()))
    }, waits[job.priority])
  }

  const refuse = (job: Job) => settle(job, () => job.reject(quarantine.check(job.fileId, job.key)))

  const enqueue = (job: Omit<Job, 'resolve' | 'reject'>, signal: AbortSignal) =>
    new Promise<Rendered>((resolve, reject) => {
      const queued: Job = Object.assign(job, { resolve, reject })
      if (!queue.add(queued)) {
        events?.refused?.('busy')
        return reject(busy())
      }
      jobs.set(job.key, queued)
      awaitTurn(queued)
      signal.addEventListener('abort', () => {
        queue.remove(queued)
        queued.process?.abort(queued.id)
        settle(queued, () => reject(signal.reason))
      })
      pump()
    })

  return {
    render: async (location, operation, { priority = 'visible', signal, timeoutMilliseconds } = {}) => {
      signal?.throwIfAborted()
      if (closing.signal.aborted) throw stopped()
      const { fileId, imageId } = location
      slots.admit(filesOf(location))
      const key = `${fileId} ${imageId} ${JSON.stringify(operation)}`
      const refusal = quarantine.check(fileId, key)
      if (refusal) {
        events?.refused?.('quarantined')
        throw refusal
      }
      const known = jobs.get(key)
      if (known) queue.promote(known, priority)
      const begin = (joint: AbortSignal) => {
        lastId += 1
        const timeout = timeoutMilliseconds ?? timeouts[priority]
        const job = { id: lastId, key, fileId, location, operation, priority, timeoutMilliseconds: timeout }
        const fresh = { tries: 0, waiting: undefined, process: undefined, settled: false }
        return enqueue({ ...job, ...fresh }, joint)
      }
      return shared.join(key, begin, signal)
    },
    prepare: () => slots.want(1),
    drop: (imageId) => {
      for (const process of slots.all()) process.drop(imageId)
    },
    pardon: (fileId) => quarantine.pardon(fileId),
    state: () => ({
      processes: slots.all().length,
      rendering: running.size,
      queued: queue.size,
      quarantinedFiles: quarantine.state().files,
    }),
    pids: () => slots.all().map(({ pid }) => pid),
    close: async () => {
      closing.abort()
      for (const job of [...queue.clear(), ...running]) settle(job, () => job.reject(stopped()))
      await slots.close()
    },
  }
}
