import type { ListedOrganization } from '@cresyl/contract/organizations'
import { type ReactNode, useState } from 'react'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { ArrowLeftRight, Ban, CircleCheck, Pencil } from '../../ui/icons.ts'
import type { RowAction } from '../../ui/row-menu.tsx'
import { ActInDialog } from './act-in-dialog.tsx'
import { EditOrganizationDialog } from './edit-organization-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'
import { useEnter } from './use-enter.ts'
import { words } from './words.ts'

export interface OrganizationActions {
  isCurrent: (organization: ListedOrganization) => boolean
  menuOf: (organization: ListedOrganization) => RowAction[]
  /** To be rendered by whoever offers the actions. */
  dialogs: ReactNode
}

type Opened = { dialog: 'act' | 'edit' | 'state'; organization: ListedOrganization } | null

export function useOrganizationActions(): OrganizationActions {
  const state = useSessionState()
  const enter = useEnter()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const here = state.status === 'signed-in' ? state.user : undefined
  // An identity provider of one's own may know the organisation by its name.
  const isCurrent = ({ id, name }: ListedOrganization) => here?.org_id === id || here?.org_name === name

  return {
    isCurrent,
    menuOf(organization) {
      const current = isCurrent(organization) ? words.actions.isCurrent : undefined
      const disabled = organization.disabled_at === null ? undefined : words.actions.isDisabled
      const open = (dialog: 'act' | 'edit' | 'state') => () => setOpened({ dialog, organization })
      const own = organization.role !== null
      return [
        {
          label: own ? words.actions.switchTo : words.actions.actIn,
          icon: <ArrowLeftRight size={18} aria-hidden />,
          reason: current ?? disabled,
          run: own ? () => void enter(organization) : open('act'),
        },
        { label: words.actions.edit, icon: <Pencil size={18} aria-hidden />, run: open('edit') },
        disabled
          ? { label: words.actions.enable, icon: <CircleCheck size={18} aria-hidden />, run: open('state') }
          : {
              label: words.actions.disable,
              icon: <Ban size={18} aria-hidden />,
              danger: true,
              reason: current,
              run: open('state'),
            },
      ]
    },
    dialogs: (
      <>
        {opened?.dialog === 'act' && <ActInDialog organization={opened.organization} onClose={close} />}
        {opened?.dialog === 'edit' && (
          <EditOrganizationDialog organization={opened.organization} onClose={close} />
        )}
        {opened?.dialog === 'state' && <StateDialog organization={opened.organization} onClose={close} />}
      </>
    ),
  }
}
