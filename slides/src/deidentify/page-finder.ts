import { SlideError } from '../errors.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'

/** Thrown instead of reading pixels: the page that they would have been read from. */
class PageReached extends Error {
  override readonly name = 'PageReached'
  readonly directory: TiffDirectory

  constructor(directory: TiffDirectory) {
    super(directory.label)
    this.directory = directory
  }
}

const offsetTags: readonly number[] = [tags.stripOffsets, tags.tileOffsets]

/**
 * Finds out which page holds a plane of an image by having its reader go for a tile and seeing where it arrives, so
 * that this and the reader can't disagree. Images must have been opened from `file` here, and are asked one by one.
 */
export class PageFinder {
  readonly file: TiffFile
  readonly #watched = new Map<TiffDirectory, TiffDirectory>()
  #asking = false

  constructor(file: TiffFile) {
    this.file = { ...file, directories: file.directories.map((directory) => this.#watch(directory)) }
  }

  async pageOf(image: SlideImage, level: number, plane: Plane, signal?: AbortSignal): Promise<TiffDirectory> {
    const directory = await this.#reach(image, level, plane, signal)
    if (directory) return directory
    // A page whose first block is missing is none that could be found.
    for (const warning of this.file.warnings.all) throw warning
    throw new TypeError('a tile was read without asking where it lies')
  }

  /** Undefined for a picture that lies in no page but in a text, whether or not it can be decoded. */
  async pageOfPicture(image: SlideImage, signal?: AbortSignal): Promise<TiffDirectory | undefined> {
    try {
      return await this.#reach(image, 0, {}, signal)
    } catch (error) {
      if (error instanceof SlideError && error.code !== 'unreadable') return undefined
      throw error
    }
  }

  async #reach(
    image: SlideImage,
    level: number,
    plane: Plane,
    signal?: AbortSignal,
  ): Promise<TiffDirectory | undefined> {
    this.#asking = true
    try {
      await image.rawTile(level, 0, 0, plane, signal)
      return undefined
    } catch (error) {
      if (error instanceof PageReached) return error.directory
      throw error
    } finally {
      this.#asking = false
    }
  }

  #watch(directory: TiffDirectory): TiffDirectory {
    const known = this.#watched.get(directory)
    if (known) return known
    const watched: TiffDirectory = {
      label: directory.label,
      offset: directory.offset,
      has: (tag) => directory.has(tag),
      count: (tag) => directory.count(tag),
      number: (tag, signal) => directory.number(tag, signal),
      numbers: (tag, signal) => directory.numbers(tag, signal),
      text: (tag, signal) => directory.text(tag, signal),
      bytes: (tag, signal) => directory.bytes(tag, signal),
      numberAt: async (tag, index, signal) => {
        if (this.#asking && offsetTags.includes(tag)) throw new PageReached(watched)
        return directory.numberAt(tag, index, signal)
      },
      // Who is told at once doesn't ask `numberAt`.
      knownNumberAt: (tag, index) =>
        this.#asking && offsetTags.includes(tag) ? undefined : directory.knownNumberAt(tag, index),
      subDirectories: async (signal) =>
        (await directory.subDirectories(signal)).map((below) => this.#watch(below)),
    }
    this.#watched.set(directory, watched)
    return watched
  }
}
