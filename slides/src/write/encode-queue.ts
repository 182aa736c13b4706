/**
 * Makes things side by side, as many as there is room for, and keeps them one after another in the order they were
 * added, so that how long each took leaves no trace. Who adds more waits.
 */
export class EncodeQueue {
  readonly #room: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #lastKept: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined

  constructor(room: number) {
    this.#room = room
  }

  /** Resolves once there was room and the making has begun. Rejects once anything has failed. */
  async add<Made>(make: () => Promise<Made>, keep: (made: Made) => Promise<void>): Promise<void> {
    while (this.#running >= this.#room && !this.#failure) await this.#oneDone()
    this.#throwFailure()
    this.#running++
    const making = make()
    // Told when its turn comes.
    making.catch(() => {})
    this.#lastKept = this.#lastKept
      .then(async () => {
        const made = await making
        if (!this.#failure) await keep(made)
      })
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.#running--
        this.#wake()
      })
  }

  /** Resolves when nothing runs any more. */
  async settle(): Promise<void> {
    while (this.#running > 0) await this.#oneDone()
  }

  /** Like `settle`, but rejects where anything has failed. */
  async drain(): Promise<void> {
    await this.settle()
    this.#throwFailure()
  }

  /** Takes and keeps nothing more; the first failure counts. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#wake()
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }

  #oneDone(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
