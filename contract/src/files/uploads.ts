import { uploadLimits } from '../api/limits.ts'
import { messages } from '../api/messages.ts'

export interface FileToCheck {
  name: string
  size: number
}

export interface BatchCheck {
  valid: boolean
  errors: string[]
  total: number
  validCount: number
  errorCount: number
}

const allowedCharacter = /[A-Za-z0-9!\-_.*'()]/

/** The extension is everything after the first dot, so that `a.ome.tiff` has `ome.tiff`; '' without a dot. */
export function extensionOf(name: string): string {
  const dot = name.indexOf('.')
  return dot === -1 ? '' : name.slice(dot + 1)
}

/** Every reason why the file can't be uploaded, in the order a person would mend them. */
export function checkFile(file: FileToCheck): string[] {
  return [...checkSize(file.size), ...checkName(file.name)]
}

export function checkSize(size: number): string[] {
  if (size > uploadLimits.maxFileSize) return [messages.file.tooLarge]
  if (!(size >= uploadLimits.minFileSize)) return [messages.file.tooSmall]
  return []
}

export function checkName(name: string): string[] {
  if (name === '') return [messages.file.nameRequired]
  const errors: string[] = []
  if (name.length > uploadLimits.maxNameLength) errors.push(messages.file.nameTooLong)
  if (name.includes(' ')) errors.push(messages.file.nameHasSpaces)
  const invalid = invalidCharacters(name)
  if (invalid.length > 0) errors.push(messages.file.nameHasInvalidCharacters(invalid))
  errors.push(...checkExtension(name))
  if (name.split('.').length - 1 > uploadLimits.maxDots) errors.push(messages.file.tooManyDots)
  return errors
}

function checkExtension(name: string): string[] {
  const extension = extensionOf(name)
  if (extension === '') return [messages.file.extensionRequired]
  const allowed: readonly string[] = uploadLimits.extensions
  return allowed.includes(extension.toLowerCase()) ? [] : [messages.file.extensionNotAllowed(extension)]
}

/** What to know of a file before it is uploaded, though it can be; null where there is nothing. */
export function noteOnFile(name: string): string | null {
  const extension = extensionOf(name).toLowerCase()
  const undescribed: readonly string[] = uploadLimits.undescribedExtensions
  return undescribed.includes(extension) ? messages.file.keptOnly(extension) : null
}

/** Each character once, in order of appearance. A space has a rule of its own. */
function invalidCharacters(name: string): string[] {
  return [...new Set(name)].filter((character) => character !== ' ' && !allowedCharacter.test(character))
}

/** A name close to the given one that passes every check; null where none can be made (unknown extension). */
export function suggestName(name: string): string | null {
  const lower = name.toLowerCase()
  const extensions = [...uploadLimits.extensions].sort((a, b) => b.length - a.length)
  const extension = extensions.find((candidate) => lower.endsWith(`.${candidate}`))
  if (extension === undefined) return null
  const kept = name.slice(name.length - extension.length)
  const stem = name
    .slice(0, name.length - extension.length - 1)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9!\-_*'()]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, uploadLimits.maxNameLength - extension.length - 1)
  return `${stem === '' ? 'slide' : stem}.${kept}`
}

export function checkBatch(files: readonly FileToCheck[]): BatchCheck {
  const found = files.map((file) => checkFile(file).map((message) => `"${file.name}": ${message}`))
  const errorCount = found.filter((errors) => errors.length > 0).length
  return {
    valid: errorCount === 0,
    errors: found.flat(),
    total: files.length,
    validCount: files.length - errorCount,
    errorCount,
  }
}

export function chunkSizeFor(fileSize: number): number {
  return firstRow(uploadLimits.chunkSizes, (row) => fileSize < row.under).size
}

export function chunkCountFor(fileSize: number): number {
  return Math.ceil(fileSize / chunkSizeFor(fileSize))
}

export function recommendedConcurrency(chunkCount: number): number {
  return firstRow(uploadLimits.concurrency, (row) => chunkCount <= row.chunks).workers
}

/** Percent, rounded; of parts rather than bytes. */
export function uploadProgress(completedChunks: number, totalChunks: number): number {
  return totalChunks === 0 ? 0 : Math.round((completedChunks / totalChunks) * 100)
}

function firstRow<Row>(rows: readonly Row[], matches: (row: Row) => boolean): Row {
  const row = rows.find(matches)
  if (row === undefined) throw new Error('A table of limits must end with a row for everything else')
  return row
}
