import type { ListedOrganization } from '@cresyl/contract/people/organizations'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { ConflictAlert } from '../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { ArrowLeftRight, Ban, CircleCheck, Pencil } from '../../ui/frame/icons.ts'
import type { RowAction } from '../../ui/list/row-menu.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { checkOrganization, readOrganization, writeOrganization } from './organization-draft.ts'
import { OrganizationFields } from './organization-fields.tsx'
import { organizationNow, useOrganizationUpdate } from './queries.ts'
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

interface ActInDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

function ActInDialog({ organization, onClose }: ActInDialogProps) {
  const enter = useEnter()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    await enter(organization)
    onClose()
  }

  return (
    <ConfirmDialog
      title={words.actIn.title(organization.display_name)}
      confirmLabel={words.actIn.confirm}
      tone="plain"
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {words.actIn.text}
    </ConfirmDialog>
  )
}

/** Leaves this organisation for another one; what goes wrong before the page is left is told in a toast. */
function useEnter() {
  const session = useSession()
  return async ({ id }: ListedOrganization): Promise<void> => {
    try {
      await session.switchOrganization(id)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error')
    }
  }
}

interface EditOrganizationDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const form = useEditForm({
    stored: organization,
    read: readOrganization,
    write: writeOrganization,
    check: checkOrganization,
    saving: useOrganizationUpdate(),
    storedNow: organizationNow,
    onSaved: ({ display_name }) => {
      showToast(words.done.saved(display_name))
      onClose()
    },
    onUnchanged: onClose,
  })
  return (
    <FormDialog title={words.edit.title} submitLabel={words.edit.submit} form={form} onClose={onClose}>
      <ConflictAlert form={form} title={words.conflict.title} />
      <OrganizationFields form={form} nameFixed />
    </FormDialog>
  )
}

interface StateDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

/** Disables an organisation that is active, enables one that is disabled. */
function StateDialog({ organization, onClose }: StateDialogProps) {
  const update = useMutation({
    ...useOrganizationUpdate(),
    meta: { shownInPlace: (error) => organizationNow(error) !== null },
  })
  const disabled = organization.disabled_at === null
  const { title, text, confirm } = disabled ? words.disable : words.enable
  const done = disabled ? words.done.disabled : words.done.enabled

  // Which name or quota it has doesn't matter here: a newer version is disabled all the same.
  function change(base: ListedOrganization) {
    update.mutate(
      { base, changes: { disabled } },
      {
        onSuccess: (stored) => {
          showToast(done(stored.display_name))
          onClose()
        },
        onError: (error) => {
          const stored = organizationNow(error)
          if (stored) change(stored)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      title={title(organization.display_name)}
      confirmLabel={confirm}
      tone={disabled ? 'danger' : 'plain'}
      busy={update.isPending}
      onConfirm={() => change(organization)}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}
