/** What someone looks at comes before what they may look at, and that before what they have ordered. */
const priorities = ['visible', 'thumbnail', 'export'] as const
export type Priority = (typeof priorities)[number]

export interface Queued {
  readonly fileId: string
  priority: Priority
}

export interface DecodeQueue<Job extends Queued> {
  readonly size: number
  /** False when there is no room for it. */
  add(job: Job): boolean
  /** For one that was begun already: it comes first, and there is always room. */
  putBack(job: Job): void
  /** Takes the next that may run: by priority, files in turn, in each file the oldest first. */
  take(mayRun: (job: Job) => boolean): Job | undefined
  remove(job: Job): boolean
  removeFile(fileId: string): Job[]
  /** Moves it to a higher priority; a lower one changes nothing. */
  promote(job: Job, priority: Priority): void
  clear(): Job[]
}

/** No file may have more than half of the room, nor may all that isn't visible. */
export function createDecodeQueue<Job extends Queued>(limit: number): DecodeQueue<Job> {
  /** Files in the order of their turns; none is empty. */
  const lines: Record<Priority, Map<string, Job[]>> = {
    visible: new Map(),
    thumbnail: new Map(),
    export: new Map(),
  }
  const countOf = new Map<string, number>()
  let size = 0
  let background = 0

  const count = (job: Job, change: 1 | -1) => {
    size += change
    if (job.priority !== 'visible') background += change
    const ofFile = (countOf.get(job.fileId) ?? 0) + change
    if (ofFile === 0) countOf.delete(job.fileId)
    else countOf.set(job.fileId, ofFile)
  }
  const lineOf = ({ priority, fileId }: Job): Job[] => {
    const line = lines[priority].get(fileId) ?? []
    lines[priority].set(fileId, line)
    return line
  }
  const remove = (job: Job): boolean => {
    const line = lines[job.priority].get(job.fileId) ?? []
    const index = line.indexOf(job)
    if (index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) lines[job.priority].delete(job.fileId)
    count(job, -1)
    return true
  }
  const append = (job: Job) => {
    lineOf(job).push(job)
    count(job, 1)
  }
  const removeWhere = (matches: (job: Job) => boolean): Job[] => {
    const found = priorities.flatMap((priority) => [...lines[priority].values()].flat().filter(matches))
    for (const job of found) remove(job)
    return found
  }

  return {
    get size() {
      return size
    },
    add: (job) => {
      const half = Math.max(1, Math.floor(limit / 2))
      if (size >= limit || (countOf.get(job.fileId) ?? 0) >= half) return false
      if (job.priority !== 'visible' && background >= half) return false
      append(job)
      return true
    },
    putBack: (job) => {
      lineOf(job).unshift(job)
      count(job, 1)
    },
    take: (mayRun) => {
      for (const priority of priorities) {
        const files = lines[priority]
        for (const [fileId, line] of files) {
          const job = line[0]
          if (!job || !mayRun(job)) continue
          remove(job)
          // Its next turn comes after all the others'.
          if (files.delete(fileId)) files.set(fileId, line)
          return job
        }
      }
      return undefined
    },
    remove,
    removeFile: (fileId) => removeWhere((job) => job.fileId === fileId),
    promote: (job, priority) => {
      if (priorities.indexOf(priority) >= priorities.indexOf(job.priority) || !remove(job)) return
      job.priority = priority
      append(job)
    },
    clear: () => removeWhere(() => true),
  }
}
