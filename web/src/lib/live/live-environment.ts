/** What is used of `navigator.locks`. */
export interface LiveLocks {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    hold: () => Promise<void>,
  ): Promise<void>
}

/** What is used of a BroadcastChannel. */
export interface LiveChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', heard: (event: { data: unknown }) => void): void
  close(): void
}

/** Everything of a browser that the stream of events uses. */
export interface LiveEnvironment {
  /** Asks for the stream as the person who is signed in. */
  open(signal: AbortSignal): Promise<Response>
  /** Absent where the browser has none: on an origin that isn't secure. Each tab then has a stream of its own. */
  locks: LiveLocks | undefined
  openChannel(name: string): LiveChannel
  now(): number
  /** Returns what takes it back. */
  after(milliseconds: number, act: () => void): () => void
  /** Seen again, or online again: timers may have stood still. */
  onWake(listener: () => void): () => void
}
