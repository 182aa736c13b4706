import { isolate } from '@cresyl/contract/api/isolate'
import { counted } from '../../ui/text/counted.ts'

interface Names {
  one: string
  many: string
  /** What one is for. */
  about: string
  /** What a slide has. */
  example: string
}

/** What is said of the slides that have a term, where there are none, one or many. */
function ofSlides(uses: number, none: string, one: string, many: (slides: string) => string): string {
  if (uses === 0) return none
  return uses === 1 ? one : many(counted(uses, 'slide'))
}

/** The same sentences for tissues and for stains. */
function wordsFor({ one, many, about, example }: Names) {
  const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
  return {
    one: capital(one),
    label: capital(many),
    search: `Search ${many}`,
    loading: `Loading the ${many}`,
    failedTitle: `The ${many} could not be loaded`,
    found: (count: number) => counted(count, one, many),
    add: `Add a ${one}`,
    addSubmit: 'Add',
    editTitle: `Edit the ${one}`,
    uses: 'Slides',
    changed: 'Changed',
    deeds: {
      read: `see ${many}`,
      create: `add ${many}`,
      update: `change ${many}`,
      delete: `delete ${many}`,
    },
    noAccess: { title: `You may not see the ${many}`, text: about },
    empty: {
      title: `No ${many} yet`,
      text: `${about} Add the first one, such as ${example}.`,
      readerText: `${about} None have been added yet.`,
    },
    nothingFound: (search: string) => `No ${one} matches “${isolate(search)}”. Try fewer or other letters.`,
    merge: {
      title: `Merge with another ${one}`,
      into: `The ${one} to keep`,
      intoHint: 'Type to find it.',
      required: `Choose the ${one} to keep.`,
      none: `There is no other ${one}.`,
      text: (name: string, uses: number) =>
        `${isolate(name)} will be merged into the one you keep and can still be found by its old name. ${ofSlides(
          uses,
          'No slides use it.',
          'The slide that uses it will be updated.',
          (slides) => `The ${slides} that use it will be updated.`,
        )}`,
      warning: 'This cannot be undone.',
      submit: 'Merge',
      submitInto: (name: string) => `Merge into ${isolate(name)}`,
    },
    delete: {
      title: `Delete this ${one}?`,
      text: (uses: number) =>
        `will no longer be offered. ${ofSlides(
          uses,
          'No slides use it.',
          'The slide that uses it keeps it. To replace it there, merge it instead.',
          (slides) => `The ${slides} that use it keep it. To replace it everywhere, merge it instead.`,
        )}`,
      confirm: `Delete ${one}`,
    },
  }
}

export type VocabularyWords = ReturnType<typeof wordsFor>

export const words = {
  tissues: wordsFor({
    one: 'tissue',
    many: 'tissues',
    about: 'Tissues describe the organ and species on a slide.',
    example: 'Liver · Human',
  }),
  stains: wordsFor({
    one: 'stain',
    many: 'stains',
    about: 'Stains describe how slides were stained.',
    example: 'H&E',
  }),
  actions: {
    edit: 'Edit',
    merge: 'Merge …',
    delete: 'Delete',
  },
  save: 'Save',
  required: (label: string) => `${label} is required.`,
  exists: (name: string) => `${isolate(name)} already exists.`,
  merged: (alias: string, name: string) => `${isolate(alias)} was merged into ${isolate(name)}.`,
  also: 'also:',
  uses: (count: number) => (count === 0 ? 'not used' : counted(count, 'slide')),
  inUse: 'In your organisation',
  suggested: 'Suggestions',
  conflict: 'Someone else changed it while you were editing',
  done: {
    added: (name: string) => `${isolate(name)} was added.`,
    saved: (name: string) => `${isolate(name)} was saved.`,
    merged: (name: string, into: string) => `${isolate(name)} was merged into ${isolate(into)}.`,
    deleted: (name: string) => `${isolate(name)} was deleted.`,
  },
} as const
