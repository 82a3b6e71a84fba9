import { approvals, DecisionInput, Reason } from '@/lib/guard/approvals/contract';
import { LANGUAGES } from './languages';

/** The decision with a reason in both languages: always, or once there is one in either. */
function withReason(isRequired: boolean) {
  const reason = Reason.superRefine((written, context) => {
    const missing = LANGUAGES.filter((language) => written[language].trim() === '');
    if (!isRequired && missing.length === LANGUAGES.length) return;
    for (const language of missing) {
      context.addIssue({ code: 'custom', path: [language], params: { key: 'required' }, input: written[language] });
    }
  });
  return { ...approvals.decide, body: DecisionInput.extend({ reason }) };
}

export const rejection = withReason(true);
export const note = withReason(false);

/** Where a rejection begins; each is written for its readers in both languages, and edited before it is sent. */
export const TEMPLATES = {
  certificate: {
    'zh-CN': '所绑定的证书不包含该域名，HTTPS 访问会报错。请上传包含该域名的证书，或开启自动证书，然后重新提交。',
    'en-US':
      'The certificate bound to this domain does not cover its name, so HTTPS visitors would see an error. Upload one that covers it or turn on the auto certificate, then submit again.',
  },
  origin: {
    'zh-CN': '我们无法连接到您填写的源站。请检查源站地址、端口和协议，并确认防火墙已放行我们的节点，然后重新提交。',
    'en-US':
      'We cannot reach the origin you gave. Check its address, port and protocol, make sure that its firewall lets our nodes in, then submit again.',
  },
  cname: {
    'zh-CN': '该域名的 CNAME 仍指向其他平台。请先在原平台停用该域名，或向我们说明两个平台如何分工，然后重新提交。',
    'en-US':
      'The CNAME of this domain still points to another platform. Take the domain off that platform, or tell us how the two share it, then submit again.',
  },
  look_alike: {
    'zh-CN':
      '该域名与另一客户的域名高度相似，容易被误认。请提供证明您有权使用该名称的材料（如商标证书或授权书），然后重新提交。',
    'en-US':
      'This name is easily mistaken for the name of another customer. Send us proof that you may use it, such as a trademark or an authorisation, then submit again.',
  },
  content: {
    'zh-CN': '该网站的内容不符合我们的服务条款。请移除相关内容后重新提交；如有异议，请联系支持人员。',
    'en-US':
      'The content of this site is against our terms of service. Remove it and submit again; if you disagree, write to support.',
  },
  ownership: {
    'zh-CN': '我们无法确认该域名归您所有。请提供域名注册信息，或由域名持有人出具授权书，然后重新提交。',
    'en-US':
      'We cannot tell that this domain is yours. Send us its registration, or an authorisation by its holder, then submit again.',
  },
} as const satisfies Record<string, Reason>;

export type Template = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as Template[];
