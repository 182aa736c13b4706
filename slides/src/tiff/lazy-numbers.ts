import { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import { readNumbers } from './field-values.ts'
import { fieldSize } from './tags.ts'

export const numbersInPage = 512
/** 4 MB; for all lists of a file, of which one with many planes has thousands. */
const pagesKept = 1024

/** Where a list of numbers lies in the file; it must lie inside. */
export interface NumberList {
  readonly offset: number
  readonly count: number
  readonly type: number
  readonly bigEndian: boolean
}

/** Pages of numbers by where they lie and what they are, the same for all lists of a file. */
export type NumberPages = SharedCache<string, Float64Array>

export const numberPages = (kept = pagesKept): NumberPages => new SharedCache(kept)

/** A long list of numbers (where the blocks are, how long they are) of which only the pages asked for are read. */
export class LazyNumbers {
  readonly #source: Source
  readonly #list: NumberList
  readonly #pages: NumberPages
  readonly #key: string

  constructor(source: Source, list: NumberList, pages: NumberPages) {
    this.#source = source
    this.#list = list
    this.#pages = pages
    this.#key = `${list.offset} ${list.type} ${list.count} `
  }

  /** `index` must be below the list's count. */
  async at(index: number, signal?: AbortSignal): Promise<number> {
    const page = Math.floor(index / numbersInPage)
    const numbers = await this.#pages.get(this.#key + page, (shared) => this.#readPage(page, shared), signal)
    return numbers[index - page * numbersInPage] as number
  }

  /** The same if its page is kept; undefined where it is not. */
  knownAt(index: number): number | undefined {
    const page = Math.floor(index / numbersInPage)
    return this.#pages.known(this.#key + page)?.[index - page * numbersInPage]
  }

  async #readPage(page: number, signal: AbortSignal): Promise<Float64Array> {
    const { offset, count, type, bigEndian } = this.#list
    const size = fieldSize(type) ?? 1
    const first = page * numbersInPage
    const length = Math.min(numbersInPage, count - first)
    const bytes = await this.#source.read(offset + first * size, length * size, signal)
    return readNumbers(bytes, type, length, bigEndian)
  }
}
