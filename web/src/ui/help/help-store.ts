import { CallError } from '../../lib/api/call-error.ts'

/** What help is asked for about; all of it is shown before it is sent. */
export interface HelpAbout {
  subject?: string
  content?: string
  slideId?: string
  jobId?: string
  fileId?: string
  /** What the server calls a request that failed. */
  request?: string
}

export interface HelpStore {
  /** Opens the form. */
  ask(about?: HelpAbout): void
  close(): void
  asked(): HelpAbout | null
  /** Says that somebody shows the form, until the returned function is called. */
  attend(): () => void
  isAttended(): boolean
  subscribe(listener: () => void): () => void
  /** Keeps by which name the server knows a failure, for whoever reports its sentence. */
  noteFailure(error: unknown): void
  requestOf(sentence: string): string | undefined
}

const failuresKept = 20

export function createHelpStore(): HelpStore {
  let about: HelpAbout | null = null
  let attendants = 0
  const listeners = new Set<() => void>()
  const requests = new Map<string, string>()

  function tell() {
    for (const listener of listeners) listener()
  }

  return {
    ask(next = {}) {
      about = next
      tell()
    },
    close() {
      about = null
      tell()
    },
    asked: () => about,
    attend() {
      attendants += 1
      tell()
      return () => {
        attendants -= 1
        tell()
      }
    },
    isAttended: () => attendants > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    noteFailure(error) {
      if (!(error instanceof CallError) || error.request === undefined) return
      requests.delete(error.message)
      requests.set(error.message, error.request)
      const [oldest] = requests.keys()
      if (requests.size > failuresKept && oldest !== undefined) requests.delete(oldest)
    },
    requestOf: (sentence) => requests.get(sentence),
  }
}

// The one of the page, like its toasts: what failed anywhere can be reported.
export const help = createHelpStore()
