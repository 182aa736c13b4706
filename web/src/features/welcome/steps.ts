/** What is the case in the organisation, as far as the first steps go. */
export interface Situation {
  mayUpload: boolean
  mayInvite: boolean
  /** Those of the demonstration aside. */
  ownSlides: number
  slides: number
  unsorted: number
  viewed: number
  members: number
  hasOwnProfile: boolean
}

export type StepName = 'upload' | 'wait' | 'look' | 'invite' | 'sort' | 'profile'

export interface Step {
  name: StepName
  isDone: boolean
}

/** So many slides of its own make an organisation one that has begun. */
const begun = 5

export const isNewOrganization = ({ ownSlides }: Pick<Situation, 'ownSlides'>): boolean => ownSlides < begun

/** Three, of what this person may do; each is done once it is so, whoever did it. */
export function stepsFor(situation: Situation): readonly Step[] {
  const { mayUpload, mayInvite, ownSlides, slides, unsorted, viewed, members, hasOwnProfile } = situation
  const first: Step = mayUpload
    ? { name: 'upload', isDone: ownSlides > 0 }
    : { name: 'wait', isDone: slides > 0 }
  const last: Step = mayInvite
    ? { name: 'invite', isDone: members > 1 }
    : mayUpload
      ? { name: 'sort', isDone: ownSlides > 0 && slides > unsorted }
      : { name: 'profile', isDone: hasOwnProfile }
  return [first, { name: 'look', isDone: viewed > 0 }, last]
}
