'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type ResolverOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';
import { rememberRows } from '@/components/layout/page/lost-focus';
import { notify } from '@/components/ui/overlays/toast';
import { useErrorText } from '@/components/ui/states/use-error-text';
import { ApiError, send, urlOf } from '@/lib/api/client';
import type { DataOf, EndpointSpec } from '@/lib/api/endpoint';
import type { Envelope } from '@/lib/api/envelope';
import { zodMessage } from '@/lib/api/zod-messages';
import { focusFirstError } from './focus-first-error';
import { errorNames, errorsWithRows, type FormError, serverErrorTarget } from './server-error';
import { useGone } from './use-gone';
import { useInvalidate } from './use-invalidate';

/** Any endpoint that takes a JSON object. */
export type FormEndpoint = Pick<
  EndpointSpec<string, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>,
  'method' | 'path' | 'permission' | 'data' | 'body'
>;
/** What the form holds: the body before the schema transforms it, since the server parses it again. */
export type ValuesOf<E> = E extends { body?: infer B }
  ? B extends z.ZodType<unknown, infer I extends FieldValues>
    ? I
    : never
  : never;

export type EndpointFormOptions<E extends FormEndpoint> = {
  /** A complete start, so that the controls are controlled from the first paint. */
  defaultValues: DefaultValues<ValuesOf<E>>;
  /** Whether that start is lost when the form is left: a draft or a copy, which nobody typed here. */
  isPrefilled?: boolean;
  /** Path parameters. */
  params?: Record<string, string>;
  /** More than the body's own fields may decide: last changes before it is sent. */
  prepare?: (values: ValuesOf<E>) => ValuesOf<E>;
  /** How it is sent, where one request is not enough; throws what the form shall show. */
  send?: (values: ValuesOf<E>) => Promise<DataOf<E>>;
  /** Further resources whose lists and details are asked again; the endpoint's own is always. */
  invalidates?: readonly string[];
  onSaved?: (data: DataOf<E>, values: ValuesOf<E>) => void;
  /** Words of the notice; none shows none. */
  savedNotice?: string;
};

export type EndpointForm<E extends FormEndpoint> = {
  form: UseFormReturn<ValuesOf<E>>;
  submit: (event?: BaseSyntheticEvent) => void;
  isPending: boolean;
  /** What saving needs; undefined where it depends on what is saved. */
  permission: string | undefined;
  /** A refusal that belongs to no shown field. */
  formError: FormError | null;
  isDirty: boolean;
  /** Runs `leave`, after asking when something is unsaved. */
  askToLeave: (leave: () => void) => void;
};

/** The resolver of the endpoint's own schema, with messages in the reader's language. */
function useBodyResolver(schema: z.ZodType | undefined) {
  const t = useTranslations();
  if (!schema) throw new Error('a form needs an endpoint with a body');
  return zodResolver(
    schema as z.ZodType<FieldValues, FieldValues>,
    { error: (issue) => zodMessage(issue as never, t as never) },
    { raw: true },
  );
}

/** The list of which rows were added or removed, where that is why a form is checked: it has no field of its own. */
function rowsAsked({ names, fields }: ResolverOptions<FieldValues>, values: FieldValues): string | undefined {
  const [name, ...others] = names ?? [];
  if (name === undefined || others.length > 0) return undefined;
  return get(fields, name) === undefined && Array.isArray(get(values, name)) ? name : undefined;
}

/**
 * A form over an endpoint's body: validation on blur, again on each key once a field is in error, server errors on
 * their fields, the rest in `formError`, and a guard against losing what was typed. Put `submit` on a <form>.
 */
export function useEndpointForm<E extends FormEndpoint>(endpoint: E, options: EndpointFormOptions<E>): EndpointForm<E> {
  type Values = ValuesOf<E>;
  const t = useTranslations('common.form');
  const errorText = useErrorText();
  const invalidate = useInvalidate();
  const noteGone = useGone();
  const [isPending, setPending] = useState(false);
  // A second click may come before the first was drawn.
  const isSending = useRef(false);
  const [formError, setFormError] = useState<FormError | null>(null);
  const element = useRef<HTMLElement | null>(null);
  const check = useBodyResolver(endpoint.body);
  const resolver: typeof check = async (values, context, asked) => {
    const found = await check(values, context, asked);
    const rows = rowsAsked(asked, values);
    if (rows === undefined) return found;
    const isShown = (name: string) => form.getFieldState(name as Path<Values>).error !== undefined;
    return { ...found, errors: errorsWithRows(found.errors, rows, isShown) } as typeof found;
  };
  const form: UseFormReturn<Values> = useForm<Values>({
    resolver: resolver as never,
    defaultValues: options.defaultValues,
    // At first when the field is left, from then on with each key, so that an error goes while it is mended.
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const [isPrefilled, setPrefilled] = useState(options.isPrefilled ?? false);
  const isDirty = form.formState.isDirty || isPrefilled;
  const askToLeave = useDirtyGuard(isDirty && !isPending);

  const refuse = (error: unknown) => {
    noteGone(error, () => invalidate(endpoint, options));
    if (!(error instanceof ApiError) || error.message === '')
      return setFormError({ message: errorText(error), cause: error });
    const isShown = (name: string) => element.current?.querySelector(`[data-field="${CSS.escape(name)}"]`) != null;
    const target = serverErrorTarget(error.envelope, isShown, (values) => t('values', { values }));
    if (target.kind === 'form') return setFormError({ ...target, cause: error });
    form.setError(target.name as Path<Values>, { type: 'server', message: target.message });
    focusFirstError(element.current);
  };

  const sendOnce = async (values: Values) => {
    const body = options.prepare ? options.prepare(values) : values;
    const response = await send(urlOf(endpoint, { params: options.params }), { method: endpoint.method, body });
    return ((await response.json()) as Envelope<DataOf<E>>).data;
  };

  const save = async (values: Values) => {
    if (isSending.current) return;
    isSending.current = true;
    setPending(true);
    const goOn = rememberRows();
    try {
      const data = await (options.send ?? sendOnce)(values);
      form.reset(values);
      setPrefilled(false);
      await invalidate(endpoint, options);
      if (options.savedNotice) notify({ kind: 'done', title: options.savedNotice });
      options.onSaved?.(data, values);
      goOn({ ...options.params, ...(data as object | null) });
    } catch (error) {
      refuse(error);
    } finally {
      isSending.current = false;
      setPending(false);
    }
  };

  const submit = (event?: BaseSyntheticEvent) => {
    if (event?.currentTarget instanceof HTMLElement) element.current = event.currentTarget;
    event?.stopPropagation();
    setFormError(null);
    void form.handleSubmit(
      (values) => save(values as Values),
      (errors) => {
        const isUnseen = errorNames(errors).every(
          (name) => !element.current?.querySelector(`[data-field="${CSS.escape(name)}"]`),
        );
        setFormError(isUnseen ? { message: `${t('check')} (${errorNames(errors).join(', ')})` } : null);
        focusFirstError(element.current);
      },
    )(event);
  };

  const permission = typeof endpoint.permission === 'string' ? endpoint.permission : undefined;
  return { form, submit, isPending, permission, formError, isDirty, askToLeave };
}
