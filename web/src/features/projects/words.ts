import { isolate } from '@cresyl/contract/isolate'
import { textLimits } from '@cresyl/contract/limits'
import { counted } from '../../ui/counted.ts'
import { formatNumber } from '../../ui/dates.ts'

export const words = {
  list: {
    label: 'Projects',
    search: 'Search projects',
    state: 'Which projects',
    states: { active: 'Active', archived: 'Archived', deleted: 'Deleted' },
    sort: 'Sort by',
    sorts: {
      '-updated_at': 'Last changed',
      updated_at: 'Longest unchanged',
      '-created_at': 'Newest',
      created_at: 'Oldest',
      name: 'Name, A to Z',
      '-name': 'Name, Z to A',
    },
    columns: {
      name: 'Name',
      createdBy: 'Created by',
      created: 'Created',
      updated: 'Changed',
    },
    loading: 'Loading projects',
    found: (count: number) => counted(count, 'project'),
    failedTitle: 'The projects could not be loaded',
  },
  empty: {
    active: {
      title: 'No projects yet',
      text: 'A project keeps the slides of one study, case series or trial together. Create the first one to get started.',
      guestText:
        'A project keeps the slides of one study, case series or trial together. Nobody has created one yet.',
    },
    archived: {
      title: 'Nothing in the archive',
      text: 'Projects that are finished can be archived: they stay readable and out of the way.',
    },
    deleted: {
      title: 'No deleted projects',
      text: 'Deleted projects are listed here. An Organization Admin can restore them.',
    },
    nothingFound: (search: string) => `No project matches “${isolate(search)}”. Try fewer or other words.`,
    showActive: 'Show active projects',
  },
  create: { button: 'New project', title: 'New project', submit: 'Create project' },
  edit: { button: 'Edit', title: 'Edit project', submit: 'Save' },
  fields: {
    name: 'Name',
    nameRequired: 'A name is required.',
    nameTooLong: `A name has at most ${textLimits.name} characters.`,
    description: 'Description',
    descriptionHint: 'What the project is about: tissue, stain, question.',
    descriptionTooLong: `A description has at most ${formatNumber(textLimits.description)} characters.`,
    count: (length: number, max: number) => `${formatNumber(length)} of ${formatNumber(max)}`,
  },
  conflict: {
    title: 'Someone else changed this project while you were editing',
    choose: 'Choose below what to keep, then save. Nothing you typed is lost.',
    merged: 'Their changes were added to yours. Look them over, then save.',
    archived: 'It has also been archived: take it out of the archive before saving.',
    empty: '(empty)',
    which: (field: string) => `Which ${field.toLowerCase()} to keep`,
  },
  actions: {
    archive: 'Archive',
    unarchive: 'Take out of the archive',
    delete: 'Delete',
    restore: 'Restore',
    archivedReason: 'Take it out of the archive first.',
  },
  deeds: { create: 'create projects', update: 'change projects', delete: 'delete projects' },
  delete: {
    title: 'Delete this project?',
    text: 'will no longer be found by anyone. An Organization Admin can restore it from the deleted projects.',
    confirm: 'Delete project',
  },
  done: {
    created: (name: string) => `“${isolate(name)}” was created.`,
    saved: (name: string) => `“${isolate(name)}” was saved.`,
    archived: (name: string) => `“${isolate(name)}” was archived.`,
    unarchived: (name: string) => `“${isolate(name)}” is out of the archive.`,
    deleted: (name: string) => `“${isolate(name)}” was deleted.`,
    restored: (name: string) => `“${isolate(name)}” was restored.`,
    undo: 'Undo',
  },
  page: {
    title: 'Project',
    archived: 'This project is archived: it can be looked at but not changed.',
    noDescription: 'No description.',
    description: 'Description',
    createdBy: 'Created by',
    created: 'Created',
    changed: 'Changed',
    state: 'State',
    unknownPerson: 'Unknown',
    plainView: 'Plain view',
    fullView: 'Full view',
    plainContext: 'The same project as plain text',
    loading: 'Loading the project',
    failedTitle: 'The project could not be loaded',
    missing: {
      title: 'This project is not here',
      text: 'It may have been deleted, it may belong to another organisation, or the link may be incomplete.',
      action: 'Back to the projects',
    },
  },
} as const
