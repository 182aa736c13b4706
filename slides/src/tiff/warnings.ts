import type { SlideError } from '../errors.ts'

/** A hostile file has something wrong in each of thousands of directories. */
const mostWarnings = 20

/** What is wrong with a file that is read all the same, as far as it was found by now. */
export class Warnings {
  readonly #found: SlideError[] = []

  get all(): readonly SlideError[] {
    return this.#found
  }

  /** Once for each: a page may be opened several times. */
  add(warning: SlideError): void {
    const known = this.#found.some(({ message }) => message === warning.message)
    if (!known && this.#found.length < mostWarnings) this.#found.push(warning)
  }
}
