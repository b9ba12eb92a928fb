import { TextArea, TextField } from '../../components'
import { Form, orNull, textOf } from '../shared/form'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'

const valuesOf = ({ publicSite: { values } }: PartProps['state']) => ({
  headline: textOf(values.headline),
  about: textOf(values.about),
  license: textOf(values.license),
  insurance: textOf(values.insurance),
  reviewUrl: textOf(values.reviewUrl),
  terms: textOf(values.terms),
  privacy: textOf(values.privacy),
})

/** The texts of the home page, the terms and the privacy policy. */
export function PublicSite(props: PartProps) {
  const { saving, form, about, change } = useSettingsForm('publicSite', props, valuesOf, (typed) => ({
    headline: orNull(typed.headline),
    about: orNull(typed.about),
    license: orNull(typed.license),
    insurance: orNull(typed.insurance),
    reviewUrl: orNull(typed.reviewUrl),
    terms: orNull(typed.terms),
    privacy: orNull(typed.privacy),
  }))
  return (
    <div class="card stack">
      <p class="soft">
        Customers see this on <a href="/">your home page</a>, with your services, prices, hours and service
        area.
      </p>
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <div class="form-grid">
          <div class="wide">
            <Sourced {...about('headline')}>
              <TextField label="Headline" optional maxLength={120} {...form.text('headline')} />
            </Sourced>
          </div>
          <div class="wide">
            <Sourced {...about('about')}>
              <TextArea
                label="About your business"
                optional
                rows={3}
                hint="A sentence or two below the headline"
                {...form.text('about')}
              />
            </Sourced>
          </div>
          <Sourced {...about('license')}>
            <TextField
              label="License"
              optional
              hint="Your license number and state"
              {...form.text('license')}
            />
          </Sourced>
          <Sourced {...about('insurance')}>
            <TextField
              label="Insurance"
              optional
              hint="Such as General liability, $1,000,000"
              {...form.text('insurance')}
            />
          </Sourced>
          <Sourced {...about('reviewUrl')}>
            <TextField
              label="Review page"
              type="url"
              optional
              hint="The https:// address of your reviews, such as your Google profile"
              {...form.text('reviewUrl')}
            />
          </Sourced>
          <div class="wide">
            <Sourced {...about('terms')}>
              <TextArea
                label="Terms of service"
                optional
                rows={8}
                hint={
                  <>
                    Leave blank to use <a href="/terms">our standard terms</a>. Start a line with ## for a
                    heading.
                  </>
                }
                {...form.text('terms')}
              />
            </Sourced>
          </div>
          <div class="wide">
            <Sourced {...about('privacy')}>
              <TextArea
                label="Privacy policy"
                optional
                rows={8}
                hint={
                  <>
                    Leave blank to use <a href="/privacy">our standard policy</a>. Start a line with ## for a
                    heading.
                  </>
                }
                {...form.text('privacy')}
              />
            </Sourced>
          </div>
        </div>
      </Form>
      <LastChange {...change} />
    </div>
  )
}
