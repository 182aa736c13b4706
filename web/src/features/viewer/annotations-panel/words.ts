import type { ReviewState } from '@cresyl/contract/annotations'
import { isolate } from '@cresyl/contract/isolate'
import type { Step } from '../../../engine/annotations/document/create-document.ts'
import type { ActName } from '../../../engine/annotations/document/history.ts'
import type { AnnotationToolName } from '../../../engine/annotations/tools/tools-state.ts'
import { counted } from '../../../ui/counted.ts'
import { formatNumber } from '../../../ui/dates.ts'

export const words = {
  column: 'Annotate',
  tools: {
    select: 'Select and edit',
    point: 'Point',
    line: 'Line',
    rectangle: 'Rectangle',
    ellipse: 'Ellipse',
    polygon: 'Polygon',
    freehand: 'Draw by hand',
    brush: 'Brush',
    wand: 'Wand',
  } satisfies Record<AnnotationToolName, string>,
  hints: {
    select:
      'Click to select, drag to move. Drag corners and handles; drag a side to add a corner, Ctrl+click removes one.',
    point: 'Click where a point is to be.',
    line: 'Click from place to place. Double click or Enter ends. With Ctrl it splits what is selected.',
    rectangle: 'Drag from corner to corner. Shift adds to what is selected, Ctrl cuts out of it.',
    ellipse: 'Drag from corner to corner. Shift adds to what is selected, Ctrl cuts out of it.',
    polygon: 'Click corner after corner. The first corner, a double click or Enter closes it.',
    freehand: 'Draw around it. Shift adds to what is selected, Ctrl cuts out of it.',
    brush: 'Paint. [ and ] change the size, Shift adds to what is selected, Ctrl cuts out of it.',
    wand: 'Click or drag over what looks alike. Shift adds to what is selected, Ctrl cuts out of it.',
  } satisfies Record<AnnotationToolName, string>,
  end: 'End',
  drawDeed: 'draw annotations',
  archived: 'This slide is in an archived project: its annotations stay as they are.',
  readDeed: 'see annotations',
  changeDeed: "change other people's annotations",
  failed: 'The annotations could not be loaded.',
  retry: 'Try again',
  empty: {
    title: 'Nothing annotated yet',
    text: 'Choose a class and a tool, then draw on the image. What you draw is saved by itself.',
  },
  nothingFound: 'No annotation fits. Change the search or the class.',
  saved: 'Saved',
  saving: 'Saving…',
  waiting: (count: number) =>
    `${counted(count, 'annotation')} not saved: no connection. They are kept in this browser and sent later.`,
  signedOut: (count: number) =>
    `${counted(count, 'annotation')} not saved: sign in again. They are kept in this browser and sent then.`,
  tryNow: 'Try now',
  problems: (count: number) => `${counted(count, 'annotation')} could not be saved as drawn`,
  look: 'Look at it',
  classes: { label: 'Class', next: 'Class of new annotations', none: 'No class', mixed: 'Mixed' },
  undo: 'Undo',
  redo: 'Redo',
  undone: (step: Step) => stepSentence('Undone', 'Not undone', step),
  redone: (step: Step) => stepSentence('Redone', 'Not redone', step),
  duplicate: 'Duplicate',
  merge: 'Merge',
  fill: 'Fill holes',
  simplify: 'Simplify',
  remove: 'Delete',
  hide: 'Hide annotations',
  show: 'Show annotations',
  byClass: 'Colour by class',
  byAuthor: 'Colour by person',
  list: 'Annotations',
  search: 'Search annotations',
  filter: 'Class',
  everyClass: 'Every class',
  reviewFilter: 'Filter by review',
  assignedToMe: 'Assigned to me',
  run: {
    open: 'Run a predictor here',
    deed: 'run predictors',
    outside: 'It lies beside the image: there is nothing to run a predictor on.',
  },
  assign: {
    label: 'Assigned to',
    nobody: 'Nobody',
    different: 'Different people',
    unknown: 'Somebody who is not here any more',
  },
  count: (count: number) => counted(count, 'annotation'),
  selectAll: (count: number) => (count === 1 ? 'Select it' : `Select all ${formatNumber(count)}`),
  removed: (count: number, left: number) =>
    left === 0
      ? `${counted(count, 'annotation')} deleted.`
      : `${counted(count, 'annotation')} deleted, ${formatNumber(left)} kept: locked or made by others.`,
  selected: (count: number) => `${counted(count, 'annotation')} selected`,
  part: 'There are more: those near what you look at are listed.',
  partOf: (count: number) =>
    `${counted(count, 'annotation')} on this image. Those near what you look at are listed.`,
  searching: 'Searching…',
  foundPart: (count: number, shown: number) =>
    `${counted(count, 'annotation')} fit. The newest ${shown} are listed.`,
  zoomIn: 'From here they are too small or too many to be listed. Zoom in to see them one by one.',
  unnamed: 'Without a name',
  unsaved: 'Not saved yet',
  locked: 'Locked',
  lock: 'Lock',
  unlock: 'Unlock',
  flyTo: (name: string) => `Show ${isolate(name)}`,
  by: (name: string) => `by ${isolate(name)}`,
  details: {
    title: 'Details',
    name: 'Name',
    notes: 'Notes',
    tags: 'Tags, separated by commas',
    area: 'Area',
    perimeter: 'Perimeter',
    length: 'Length',
    review: 'Review',
    comments: 'Comments',
    comment: 'Add a comment',
    mention: 'Name somebody',
    mentionHint: 'Whoever you name after an @ is told.',
    send: 'Comment',
    history: 'History',
    showHistory: 'Show the history',
    revert: 'Restore',
    revertTo: (version: number) => `Restore version ${version}`,
    someone: 'someone',
  },
  history: {
    created: 'Created',
    changed: 'Changed',
    deleted: 'Deleted',
    restored: 'Restored',
    moved: 'Moved',
    reshaped: 'Reshaped',
    classes: (before: string, now: string) => `Class: ${isolate(before)} → ${isolate(now)}`,
    renamed: (before: string, now: string) =>
      before === ''
        ? `Named ${isolate(now)}`
        : now === ''
          ? 'Name removed'
          : `Renamed: ${isolate(before)} → ${isolate(now)}`,
    notes: 'Notes edited',
    tags: 'Tags edited',
    locked: 'Locked',
    unlocked: 'Unlocked',
    reviews: { open: 'Review reopened', accepted: 'Accepted', rejected: 'Rejected' } satisfies Record<
      ReviewState,
      string
    >,
    assigned: (name: string) => `Assigned to ${name}`,
    unassigned: 'Assignment removed',
    plane: 'Focus plane changed',
  },
  reviews: { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' } satisfies Record<ReviewState, string>,
  accept: 'Accept',
  reject: 'Reject',
  next: 'Next to review',
  allReviewed: 'Nothing is left to review here.',
  conflict: {
    title: 'Not saved as drawn',
    changed:
      'Someone else changed this annotation while you did. Nothing is lost: choose which version stays.',
    gone: 'Someone else deleted this annotation while you changed it.',
    refused: 'The server does not take it:',
    field: 'What',
    mine: 'Yours',
    theirs: (name: string | undefined) => (name === undefined ? 'Theirs' : isolate(name)),
    deleted: 'Deleted',
    keepMine: 'Keep mine',
    keepTheirs: 'Keep theirs',
    keepBoth: 'Keep both',
    again: 'Try again',
    discard: 'Give mine up',
    fields: {
      geometry: 'Shape',
      shape: 'Kind',
      classification: 'Class',
      name: 'Name',
      notes: 'Notes',
      tags: 'Tags',
      locked: 'Locked',
      z: 'Focus plane',
      review: 'Review',
      assignee_id: 'Assigned to',
    },
    area: (area: string) => `area ${area}`,
    length: (length: string) => `length ${length}`,
    nothing: '–',
    everyPlane: 'Every one',
    yes: 'Yes',
    no: 'No',
    close: 'Decide later',
  },
} as const

const acts: Record<ActName, (annotations: string) => string> = {
  drawn: (them) => `drawing of ${them}`,
  deleted: (them) => `deletion of ${them}`,
  moved: (them) => `move of ${them}`,
  reshaped: (them) => `reshaping of ${them}`,
  geometry: (them) => `reshaping of ${them}`,
  shape: (them) => `reshaping of ${them}`,
  classification: (them) => `class change of ${them}`,
  name: (them) => `renaming of ${them}`,
  notes: (them) => `new notes of ${them}`,
  tags: (them) => `new tags of ${them}`,
  locked: (them) => `locking of ${them}`,
  z: (them) => `other focus plane of ${them}`,
  review: (them) => `review of ${them}`,
  assignee_id: (them) => `assignment of ${them}`,
  changed: (them) => `change of ${them}`,
  imported: (them) => `import of ${them}`,
  promoted: (them) => `creation of ${them} from detections`,
}

function stepSentence(done: string, notDone: string, { name, count, left }: Step): string {
  if (count === 0) return `${notDone}: someone else has changed ${counted(left, 'annotation')} since.`
  const what = `${done}: ${acts[name](counted(count, 'annotation'))}.`
  return left === 0
    ? what
    : `${what} ${counted(left, 'annotation')} left alone: changed by someone else since.`
}
