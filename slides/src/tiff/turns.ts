interface Waiting {
  readonly size: number
  begin(): void
}

/** Lets work begin only while what is under way stays within a total size, so that much of it needs no more memory. */
export class Turns {
  readonly #capacity: number
  readonly #waiting: Waiting[] = []
  #underWay = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** In the order of asking. What is larger than the total has its turn when nothing else is under way. */
  async run<Value>(size: number, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted()
    if (this.#waiting.length === 0 && this.#fits(size)) this.#underWay += size
    else await this.#turn(size, signal)
    try {
      return await work()
    } finally {
      this.#underWay -= size
      this.#beginNext()
    }
  }

  #fits(size: number): boolean {
    return this.#underWay === 0 || this.#underWay + size <= this.#capacity
  }

  #turn(size: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal?.reason)
        this.#beginNext()
      }
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const waiting = { size, begin }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #beginNext(): void {
    for (let [next] = this.#waiting; next && this.#fits(next.size); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#underWay += next.size
      next.begin()
    }
  }
}
