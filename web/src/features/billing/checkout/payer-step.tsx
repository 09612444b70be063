import { useLingui } from '@lingui/react/macro'
import { billingColumns } from 'db/billing/company-columns.ts'
import * as v from 'valibot'
import { useFormState, type FormState } from '../../../components/resource-form/use-form-state.ts'
import { Field } from '../../../components/ui/field.tsx'
import { Select } from '../../../components/ui/inputs/select.tsx'
import type { Profile } from '../answers.ts'

const { billingName, addressStreet, addressCity, addressState, addressZipCode } = billingColumns
const required = <Schema extends v.GenericSchema<string, string>>(schema: Schema) => v.pipe(schema, v.minLength(1))
const countries = ['BR', 'usa'] as const

const payerFields = {
  firstName: required(billingName),
  lastName: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  address2: required(addressStreet),
  city: required(addressCity),
  state: addressState,
  zipcode: required(addressZipCode),
  country: v.picklist(countries),
}
type PayerForm = FormState<typeof payerFields>
export type Payer = PayerForm['values']

export function usePayerForm(profile: Profile): PayerForm {
  const { t } = useLingui()
  return useFormState({
    fields: payerFields,
    initial: {
      firstName: profile.billingName,
      lastName: '',
      address2: profile.addressStreet,
      city: profile.addressCity,
      state: profile.addressState,
      zipcode: profile.addressZipCode,
      country: countries.find((country) => country === profile.addressCountry) ?? 'BR',
    },
    checked: false,
    words: {
      firstName: { required: t`O nome completo é obrigatório` },
      address2: { required: t`O Endereço é obrigatório` },
      city: { required: t`Cidade é obrigatória` },
      zipcode: { required: t`CEP é obrigatório` },
      country: { required: t`País é obrigatório` },
    },
  })
}

export function PayerStep({ form }: { form: PayerForm }) {
  const { t } = useLingui()
  const names = { BR: t`Brasil`, usa: t`Estados Unidos` }
  return (
    <>
      <Field {...form.field('firstName')} label={t`Nome completo`} autoComplete="name" />
      <Field
        {...form.field('lastName')}
        label={t`Sobrenome`}
        help={t`Se quiser separado do nome.`}
        autoComplete="off"
      />
      <Field {...form.field('address2')} label={t`Endereço`} autoComplete="street-address" />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <Field {...form.field('city')} label={t`Cidade`} autoComplete="address-level2" />
        <Field {...form.field('state')} label={t`Estado`} autoComplete="address-level1" />
      </div>
      <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
        <Field {...form.field('zipcode')} label={t`CEP`} autoComplete="postal-code" />
        <Select
          label={t`País`}
          placeholder={t`Escolha`}
          value={form.values.country}
          options={countries.map((value) => ({ value, label: names[value] }))}
          onChange={(country) => country && form.set({ country })}
        />
      </div>
    </>
  )
}
