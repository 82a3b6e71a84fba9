import type { TourTexts } from '../document';

export const texts: TourTexts = {
  title: 'Parapet 导览',
  introduction:
    '租户管理员上手的第一天：从接入域名到启用防护，从发现攻击到用一条规则拦住它。图片取自演示环境（`npm run demo`），由 `npm run tour` 自动截取。[English](tour.md)',
  steps: {
    'sign-in': {
      title: '登录',
      text: '每个品牌都有自己的控制台地址。用运营方提供的账号{auth.sign_in}；如果密码由他人设置，首次登录须先修改密码。点击地球图标可随时切换语言。',
    },
    overview: {
      title: '掌握整体情况',
      text: '{nav.overview}页展示域名收到的请求、被拦下的请求以及源站的响应情况。时间范围、域名和筛选条件都保存在网址里，把链接发给同事，对方看到的就是同一个页面。',
    },
    'add-domain': {
      title: '添加域名',
      text: '点击{guard.domains.add}，填写一个或多个域名，再填写源站并选择防护策略。添加之前可以先做{guard.domains.origin.try}，看源站能否连通；{guard.domains.new.review}栏会列出即将创建的内容。',
    },
    cname: {
      title: '获取 CNAME',
      text: '域名添加后立即分配 CNAME。下方的步骤列出尚未完成的事项，完成后会自动打勾。审核通过之前，配置不会下发到任何节点。',
    },
    approval: {
      title: '等待审核',
      text: '在平台一侧，支持人员在{nav.approvals}页逐个处理：域名和所有者的信息集中在同一页，每种决定都有快捷键。点击{guard.approvals.approve}后，十秒内可以撤销；驳回时须用中英文填写原因，租户可以看到。',
    },
    dns: {
      title: '修改 DNS 解析',
      text: '分配节点之后，只剩一步需要你自己完成：{guard.onboarding.cname.fact}。把 CNAME 填到 DNS 服务商的解析设置里，再点击{guard.onboarding.check_now}，即可查询公共 DNS 是否已经生效。',
    },
    policy: {
      title: '了解防护策略',
      text: '策略是一组可供多个域名共用的规则。第一个标签页汇总策略的内容、受保护的域名以及正在运行它的节点数；{guard.policies.tabs.history}页记录谁改了什么，并给出前后差异。',
    },
    'block-country': {
      title: '按国家或地区拦截',
      text: '在{guard.rules.acl.title}页选择模板{guard.rules.templates.block_country.title}，只需填写国家或地区。{guard.rules.in_words}用一句话说明规则的作用；保存之前，预览会给出近期有多少请求会命中这条规则。',
    },
    'limit-login': {
      title: '限制登录频率',
      text: '{guard.rules.cc.title}按次数限制请求。模板{guard.rules.templates.protect_login.title}针对发往 `/login` 的 POST 请求：同一 IP 每分钟超过十次即触发。修改数值时，说明文字会随之变化。',
    },
    'import-list': {
      title: '导入名单',
      text: '名单支持单个地址、CIDR 网段和地址范围，可以直接粘贴，也可以上传文件。点击{guard.bwlist.import.check}，即可逐行查看哪些会添加、改写、跳过或拒绝，此时不会写入任何数据。导入之后也可以撤销。',
    },
    attack: {
      title: '查看攻击',
      text: '{nav.protection}页最近七天的情况：六天前商城遭到一波攻击，攻击类型、来源以及起作用的规则一目了然。',
    },
    'chart-to-rule': {
      title: '从图表直接生成规则',
      text: '在{analytics.protect.charts.top_attackers.title}中点击一个地址，可以查看相关请求，可以只看该地址的数据，也可以直接选择{guard.rules.from_mark.block}、{guard.rules.from_mark.limit}或{guard.rules.from_mark.allow}：系统会打开域名所用的策略，并预先填好规则。',
    },
    alerts: {
      title: '接收告警',
      text: '告警规则可以监测错误率、延迟、拦截数和流量异常，并通过邮件、聊天工具或 Webhook 通知。这里列出已触发的告警、触发时间以及处理人。',
    },
    audit: {
      title: '追溯操作',
      text: '每一次变更都记入{nav.audit}：改了哪些字段，由谁、从哪里、用哪个密钥操作。各条记录以哈希相连，任何篡改或删除都能查出。',
    },
    'api-key': {
      title: '签发 API 密钥',
      text: '控制台能做的事，程序都可以用密钥完成。密钥有{sys.api-keys.scope.label}和有效期，还可以限定来源地址。密钥只显示一次，之后这里会从{sys.api-keys.secret.waiting}变为首次调用的时间。',
    },
    'command-line': {
      title: '使用命令行',
      text: '命令行工具由服务器直接提供（`curl -fsSL https://…/api/cli/install.sh | sh`），使用密钥调用，每个接口对应一条子命令。下面的密钥只能列出域名，其他操作会被拒绝，退出码表明拒绝的类别。[详细用法](cli.md)（英文）还介绍了如何用文件管理配置。',
    },
    reference: {
      title: '查阅 API 参考',
      text: '{nav.reference}收录了全部接口及其权限、真实示例和错误。点击{sys.reference.send}会真正发出请求，可以使用当前会话，也可以使用密钥；同一请求还会给出 curl、命令行和 JavaScript 写法。',
    },
  },
};
