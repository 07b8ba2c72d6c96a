"""The words that carry no subject of their own, by class and language: all that the adaptive clarifier knows.

It holds no topics. What stands in no table here is content, and content is what makes a question specific. Chinese is written in
simplified characters; ``dr_core.text.han`` brings traditional and Japanese forms to them, so one table serves all three.
"""

from __future__ import annotations

from enum import StrEnum

from dr_core.text.han import fold


class Role(StrEnum):
    """What a word does in a question."""

    FUNCTION = "function"  # grammar: the, of, 的, の
    REQUEST = "request"  # the wish itself: please tell me, 帮我研究一下, 教えて
    FILLER = "filler"  # words that narrow nothing: new, some, 最新, 面白い
    DEICTIC = "deictic"  # points at something outside the text: that, 那个, あれ, 그거
    FACET = "facet"  # a side of a subject, no subject: trends, 治疗, 影響
    BROAD = "broad"  # a whole field: health, 经济, 技術
    HEAD = "head"  # the kind of a thing, not the thing: gene, company, 药物, 市場


# --- English ----------------------------------------------------------------------------------------------------------------

_EN = {
    Role.FUNCTION: """
        a an the of in on at to for from by with without about into over under between among across during and or but nor so
        as if than then vs versus is are was were be been being am do does did doing done has have had having can could will
        would shall should may might must not no yes i me my mine you your yours we us our what which who whom whose when
        where why how there here also too very much many more most less least all any each every both either only just still
        out up down off per via within toward towards against s t re ve ll d m please because since until while before after
        again already yet ever never always often sometimes maybe perhaps actually probably instead other others another
        else same such own once upon though although however""",
    Role.REQUEST: """
        help tell show give find write make create research researching study investigate look looking explore search
        explain describe summarize summarise prepare conduct provide learn know want need like get let see discuss review
        report paper overview summary information info detail details article essay guide introduction intro background
        topic subject question questions answer query thanks thank hello hi hey start begin go check say read understand
        compile collect gather produce deliver try test interested curious wonder wondering think thinking thought talk
        talked talking discussed mention mentioned said saying ask asked asking mean means come take put keep seem feel
        believe guess suppose matter matters call called choose pick decide recommend recommended recommendation
        recommendations suggest suggestion suggestions advice advise tip tips idea ideas opinion opinions sorry okay ok
        welcome started starting using used going went got happen happens happened happening""",
    Role.FILLER: """
        stuff thing things something anything everything nothing someone anyone somebody some interesting cool good great
        nice bad better best worst top new newest old latest recent recently current currently modern contemporary important
        major minor main key general basic basics various different several certain specific particular today nowadays now
        lately year years time times way ways kind kinds sort lot lots bit quick short long full complete comprehensive
        really fast fun random whatever big small whole overall global international useful relevant possible one two three
        first second true false right wrong next last previous yesterday tomorrow tonight week month day days weeks months
        daily deep detailed thorough quickly easily easy hard difficult simple complex popular famous common rare favorite
        favourite hot trending viral amazing weird strange fact facts story point points case cases part parts type types
        list number numbers name names link links source sources page pages site website document documents text content
        word words discussion conversation meeting chat message""",
    Role.DEICTIC: """
        it its itself this that these those they them their theirs he him his she her hers one ones former latter above""",
    Role.FACET: """
        trend trends treatment treatments analysis analyses analyze analyse compare comparison comparisons development
        developments progress advance advances advancement advancements impact impacts effect effects influence cause causes
        reason reasons benefit benefits risk risks advantage advantages disadvantage disadvantages pros cons mechanism
        mechanisms cost costs price prices pricing status state situation future outlook prospect prospects challenge
        challenges problem problems issue issues solution solutions application applications use uses usage example examples
        method methods approach approaches strategy strategies role importance news update updates work works working
        adoption efficiency safety performance statistics statistic stats forecast growth change changes opportunity
        opportunities evaluation assessment evaluate assess definition meaning difference differences relationship
        innovation innovations breakthrough breakthroughs side function functions structure quality improve improving
        improvement increase reduce avoid fix solve handle deal grow potential possibility possibilities prevention
        diagnosis management regulation regulations size""",
    Role.BROAD: """
        ai ml dl llm llms nlp cv ag ar vr mr web app apps db os api apis iot technology technologies tech health healthcare
        medicine medicines medical cancer cancers disease diseases illness pharma economy economies economics economic finance
        financial business businesses investment investing money trade banking education learning teaching science sciences
        physics chemistry biology math maths mathematics engineering computer computers computing software hardware internet
        programming coding history culture art arts music film films movie movies literature language languages religion
        philosophy psychology politics political law society social sport sports game games gaming travel tourism food foods
        nutrition diet fitness exercise fashion beauty environment climate energy nature agriculture farming manufacturing
        transport transportation robots robotics space security cybersecurity war life career careers jobs employment
        housing crypto cryptocurrency blockchain pollution sustainability marketing advertising ecommerce logistics
        insurance media entertainment family love wealth weather animals plants cars vehicles automobiles electronics
        semiconductors astronomy geography globalization immigration population poverty inequality democracy stocks vaccines
        vaccination genetics biotech biotechnology""",
    Role.HEAD: """
        gene genes protein proteins drug drugs medication medications compound compounds protocol protocols molecule virus
        viruses enzyme receptor antibody algorithm algorithms model models system systems device devices chip chips project
        product products service services company companies firm firms startup startups industry industries market markets
        sector sectors field fields domain area areas world country countries people person data policy policies government
        platform platforms tool tools standard technique techniques theory framework library material materials event events
        place places book books paper papers organization organisation institution brand brands program programme customer
        customers client clients user users competitor competitors friend team boss guy""",
}

BROAD_PHRASES = """
    artificial intelligence|machine learning|deep learning|language models?|large language models?|computer vision
    |natural language processing|virtual reality|augmented reality|real estate|social media|mental health|public health|big data
    |data science|computer science|climate change|global warming|stock market|human rights|renewable energy|current affairs
    |information technology|supply chains?|international relations|generative ai|cloud computing|information security
""".replace("\n", "").replace("    ", "")
"""Fields that are named by two or three words, each of which alone would look like content."""

# --- Chinese (simplified; see fold) and kanji -------------------------------------------------------------------------------

_HAN = {
    Role.FUNCTION: """
        的 了 和 与 及 以及 或 或者 在 是 有 对 对于 关于 被 把 给 我 我们 你 你们 您 吗 呢 吧 啊 嘛 就 也 都 很 为 于 从 以
        之 有关 什么 哪些 哪个 哪里 怎么 怎样 如何 为什么 为何 是什么 有什么 有哪些 能否 是否 可以 能不能 可不可以 是不是 要
        会 能 应该 多少 几 方面 之间 其中 因为 所以 但是 如果 目前的 当中 里面 通过 根据 怎么样 到底 究竟 何 谁 上 下 中的
        我想 我要 我需要 没有 没 有没有 不 不是 更 哪一个 哪一 哪种 哪儿 对吗 对不对 还有 还是 再 又 更多 多 少 大 小 快 慢
        一样 同样 其他 其它 别的 另外 另一个 怎么办 怎么做 该怎么 好吗 好不好 可以吗 行不行 行吗 真的 真的吗 而 但 却 让 使
        由 向 每 各 最 比 得 着 过""",
    Role.REQUEST: """
        请 帮 帮我 帮忙 请帮我 请问 麻烦 给我 为我 替我 告诉 告诉我 讲讲 讲 说说 谈谈 聊聊 介绍 介绍一下 研究 研究一下 了解
        了解一下 调研 调研一下 调查 调查一下 查 查查 查一下 查找 查询 搜 搜索 搜一下 搜集 收集 整理 看看 看一下 看 一下 写
        写份 写一份 写一篇 写篇 撰写 做 做个 做一个 做一份 生成 输出 提供 准备 总结 总结一下 概述 解释 解释一下 说明 报告
        论文 文章 综述 资料 信息 情报 内容 材料给我 数据给我 问题 知识 想知道 想了解 知道 知晓 学习 需要 希望 想 开始 推荐
        推荐的 建议 分享 来 点 份 个 篇 首先 谢谢 你好 您好 在吗 哈喽 教 检索 找 找找 找一下 课题 主题 题目 话题 选题 说
        说的 讲的 问 问一下 问个 觉得 认为 讨论 聊 聊天 谈 提到 帮助 意见 想法 看法 观点 主意 听 听说 选 选择 挑 决定 麻烦你
        拜托 辛苦 发生 发生了什么 调べ 教え 知り 书 资讯""",
    Role.FILLER: """
        最新 最近 近期 近年 近年来 目前 当前 现在 现今 如今 今年 今天 当今 未来 新 新的 好 好的 一些 某些 某个 一个
        一家 某家 一种 一款 一项 一份 一篇 有点
        相关 相关的 主要 重要 各种 各类 不同 全部 所有 一切 随便 有趣 有趣的 有意思 有意思的 好玩 好玩的 全面 详细 深度 深入
        简单 基本 具体 一般 普通 大概 什么的 东西 事情 东东 玩意 全球 国内外 国际 面白 事 件 何か 更好 最好 比较好 昨天 明天
        刚刚 之前 以前 之后 上次 热门 热点 有用 有用的 真实 正确 例子 链接 网站 网页 文件 文档 那边 这边 最近の""",
    Role.DEICTIC: """
        这 那 这个 那个 这些 那些 这种 那种 这样 那样 这里 那里 它 它们 他 他们 她 她们 其 该 此 此事 这件事 那件事 这件
        那件 这家 那家 这款 那款 这位 那位 这项 那项 这部 那部 这本 那本 这次 那次 这篇 那篇 这类 那类 这东西 那东西 这事
        那事 上面 以上 上述 前者 后者 刚才 刚才说的 之前说的 例 例の""",
    Role.FACET: """
        治疗 疗法 分析 比较 对比 趋势 发展 发展趋势 进展 研究进展 最新进展 影响 原因 机制 机理 现状 现况 前景 展望 评估 评价
        效果 作用 应用 用途 方法 方式 策略 政策法规 优点 缺点 优缺点 优势 劣势 利弊 风险 成本 价格 费用 新闻 消息 动态 动向
        情况 形势 状况 状态 历史沿革 来龙去脉 背景 意义 特点 特征 区别 差异 关系 挑战 机遇 机会 难点 对策 解决方案 方案 案例
        例子 功能 结构 性能 安全性 有效性 效率 规模 份额 增长 变化 预测 排名 统计 数据 定义 概念 原理 种类 类型 分类 副作用
        诊断 预防 管理 定位 批判 可能性 潜力 将来 创新 突破 技术趋势 问题点 评论 口碑 评判 今后 推移 展开 事例 效用
        费用对效果 最前线 行方 使用 解决 处理 改善 提高 提升 改进 方针 办法 经验 技巧 效能 品质""",
    Role.BROAD: """
        健康 医疗 医学 医药 癌症 癌 肿瘤 疾病 疾患 病 心理 心理学 养生 经济 经济学 金融 财经 财务 商业 投资 理财 股票 股市
        贸易 银行 保险 教育 学校 科学 科技 技术 物理 物理学 化学 生物 生物学 数学 工程 计算机 电脑 软件 硬件 互联网 网络
        编程 程序 历史 文化 艺术 音乐 电影 文学 语言 宗教 哲学 政治 法律 社会 社会学 体育 运动 游戏 旅游 旅行 美食 食品 饮食
        营养 健身 时尚 美容 环境 环保 气候 气候变化 气候变动 能源 自然 农业 制造 制造业 交通 交通运输 运输 机器人 航天 宇宙
        太空 安全 网络安全 信息安全 战争 军事 就业 职业 工作 房地产 房产 住房 区块链 加密货币 大数据 云计算 人工智能
        人工知能 机器学习 深度学习 大模型 语言模型 大语言模型 物联网 新能源 可再生能源 电商 电子商务 物流 营销 媒体 娱乐
        家庭 爱情 动物 植物 汽车 电子 半导体 天文 天文学 地理 全球化 人口 贫困 民主 基因组学 遗传学 生物技术 天气 生活 人生
        动漫 料理 观光 自动车 情报技术 信息技术 供应链 人权 外交 国际关系 心理健康 公共卫生 环境问题 科学技术 赚钱 挣钱 钱
        生技 生物科技 资讯科技 减肥 学术 小说 婚姻 育儿 恋爱 软体 硬体 网路 网际网路 程式 程式设计 人工智慧 大型语言模型 资安
        资讯安全 网路安全 云端 云端运算 行销 数位行销 航太""",
    Role.HEAD: """
        基因 蛋白 蛋白质 药 药物 药品 新药 医药品 化合物 协议 分子 病毒 酶 受体 受容体 酵素 抗体 疫苗 算法 模型 系统 设备
        装置 芯片 项目 产品 商品 新产品 新技术 服务 公司 企业 会社 行业 产业 业界 市场 领域 部门 世界 国家 国 人 人们 人类
        政策 政府 平台 工具 标准 理论 框架 材料 事件 地方 书 组织 机构 品牌 物 者 遗传子 客户 用户 对手 竞争对手 朋友 老板
        同事 团队 学生 老师 法规 制度 城市 方向 学科 专业 晶片 演算法 专案 使用者""",
}

# --- Japanese kana (with the kanji that belong to a request) -----------------------------------------------------------------

_JA = {
    Role.FUNCTION: """
        の を に は が で と も へ や から まで より など とは では には での との への という といった ための ため について
        についての に関して に関する に対して に対する において における によって による として ですか でしょうか です ます
        か ね よ な だ て いる ある する した して しい い た なぜ どう どのように どんな どの どこ いつ だれ なに なん
        いくら どうして どうやって どうなる ない れる られる せる でき できる ば たら なら どうなっている どうなって され さ
        せ り く き け み し つ れ る う どちら どれ どっち いくつ 誰 どうすれば どうしたら すれば したら のか でしょう
        ました ません ている ていて もっと 他 他の 同じ また まだ もう いいですか いいです ばいい でも けど ので のに""",
    Role.REQUEST: """
        教えて 教えてください 調べて 調べてください 調べてほしい 知りたい 知りたいです 説明して まとめて まとめてください
        書いて 書いてください 作って 作成して 作成してください お願い お願いします ください 下さい ほしい 欲しい くれ くれる
        もらえますか いただけますか してください しらべて おしえて 調査して 研究して 分析して 比較して 紹介して レポート
        リサーチ 話して 見せて こんにちは ありがとう 聞かせて 報告書 探して 検索して 思う 思います 考え 意見 アドバイス
        おすすめ オススメ ヒント アイデア 質問 聞きたい 聞いて 言って 言った 話した 話していた すみません よろしく
        よろしくお願いします 分からない わからない わかりません 調べれば 調べたい 調べる 選べば 決めて 必要です 必要だ""",
    Role.FILLER: """
        いろいろ 色々 何か なにか ちょっと 少し すごい 面白い おもしろい 新しい いい 良い こと もの やつ とか ぐらい くらい
        すべて 全部 とても 最近の 最新の さまざま 様々 いくつか 何でも なんでも 一番 本当 昨日 今日 明日 さっき 前の うまく
        いい話 すべての やり方 事実""",
    Role.DEICTIC: """
        これ それ あれ この その あの こちら そちら あちら こういう そういう ああいう ここ そこ あそこ 彼ら 彼 彼女 例の件
        例の あの件 その件 この件 これら それら あいつ""",
    Role.FACET: """
        トレンド メリット デメリット メカニズム ニュース コスト リスク 仕組み しくみ 使い方 効き目 違い つながり 関わり
        見通し 行方 動き うわさ ランキング ポイント 与える 及ぼす 影響""",
    Role.BROAD: """
        テクノロジー ビジネス スポーツ ゲーム アニメ エネルギー インターネット ソフトウェア ソフト コンピュータ
        コンピューター ハードウェア ファッション グルメ ダイエット フィットネス ロボット プログラミング マーケティング
        メディア エンタメ がん ガン 医療 暮らし サイエンス アート""",
    Role.HEAD: """
        タンパク質 たんぱく質 プロトコル アルゴリズム モデル システム デバイス チップ プロジェクト サービス マーケット
        データ ブランド ツール プラットフォーム ワクチン ウイルス メーカー 話 人 友達 顧客 ユーザー 競合""",
}

# --- Korean (stems: particles are taken off before a word is looked up) ------------------------------------------------------

_KO = {
    Role.FUNCTION: """
        대해 대해서 대한 관해 관한 관련 위한 위해 통해 및 그리고 또는 혹은 왜 어떻게 무엇 뭐 무슨 어떤 어디 언제 누구 얼마
        있는 있나 있나요 있어 없는 하는 하고 되는 된 인가 인가요 일까 할까 때문 따른 따라 의한 미치는 있는지 되는지 하는지
        수 것 나 저 우리 내 제 당신 은 는 이 가 을 를 의 에 로 와 과 도 것인가 건가 건가요 뭐야 뭐예요 이란 무엇인가 해야 더
        덜 가장 제일 어느 뭐가 누구야 뭐지 어때 어때요 어떤가요 다른 다음 이전 많은 많이 잘 못 안 하면 되면 건 게 걸 그래서
        하지만 아니면""",
    Role.REQUEST: """
        좀 알려줘 알려주세요 알려 조사 조사해 조사해줘 조사해주세요 연구 연구해 연구해줘 설명 설명해 설명해줘 정리 정리해
        정리해줘 요약 요약해 써줘 써 주세요 줘 주라 해줘 해 해주세요 작성 작성해 작성해줘 보고서 리포트 논문 자료 정보 찾아
        찾아줘 찾아봐 검색 검색해 검색해줘 필요 보여줘 가르쳐줘 가르쳐 궁금해 궁금해요 궁금합니다 싶어 싶어요 싶습니다 알고 부탁
        부탁해 부탁해요 부탁드립니다 제발 도와줘 도와 주실래요 안녕 안녕하세요 고마워 말해줘 말해 소개 소개해 소개해줘 추천
        추천해줘 준비 만들어줘 만들어 봐 보고 싶은 내용 질문 주제 생각 의견 조언 아이디어 얘기 이야기 물어볼 물어보고 말한
        했던 말했던""",
    Role.FILLER: """
        최신 최근 요즘 현재 오늘 새 새로운 좋은 재미있는 재밌는 흥미로운 뭔가 무언가 아무거나 아무 여러 여러가지 다양한 주요
        중요한 모든 모두 전부 일반 기본 간단 간단히 자세히 자세한 상세 빨리 그냥 거 것들 일 글로벌 진짜 정말 사실 어제 내일
        아까 나은 유명한 인기 사이트 링크 파일 문서 좋아 나아""",
    Role.DEICTIC: """
        이거 그거 저거 이것 그것 저것 이 그 저 이런 그런 저런 여기 거기 저기 그들 그녀 그분 이들 이건 그건 저건 이게 그게
        저게 해당""",
    Role.FACET: """
        동향 추세 트렌드 분석 분석해 분석해줘 비교 비교해 비교해줘 발전 발달 진전 영향 원인 이유 기전 메커니즘 현황 전망
        미래 평가 효과 효능 역할 응용 활용 용도 방법 전략 장점 단점 장단점 위험 비용 가격 뉴스 소식 상황 상태 배경 의미 특징
        차이 차이점 관계 과제 문제 문제점 해결책 사례 예시 기능 구조 성능 안전성 효율 규모 점유율 성장 변화 예측 순위 통계
        정의 개념 원리 종류 유형 부작용 진단 예방 관리 치료 치료법 가능성 혁신""",
    Role.BROAD: """
        건강 의료 의학 암 질병 질환 경제 경제학 금융 재정 비즈니스 사업 투자 주식 무역 은행 보험 교육 학교 과학 과학기술
        기술 물리 물리학 화학 생물 생물학 수학 공학 컴퓨터 소프트웨어 하드웨어 인터넷 프로그래밍 역사 문화 예술 음악 영화
        문학 언어 종교 철학 심리 심리학 정치 법 법률 사회 스포츠 운동 게임 여행 관광 음식 식품 영양 다이어트 피트니스 패션
        뷰티 환경 기후 기후변화 에너지 자연 농업 제조 제조업 교통 운송 로봇 우주 보안 전쟁 군사 고용 취업 직업 부동산 주택
        블록체인 암호화폐 빅데이터 클라우드 인공지능 머신러닝 딥러닝 반도체 자동차 마케팅 미디어 가족 사랑 동물 식물 인구
        날씨 생활 인생 전자상거래 물류""",
    Role.HEAD: """
        유전자 단백질 약 약물 의약품 신약 화합물 프로토콜 분자 바이러스 효소 수용체 항체 백신 알고리즘 모델 시스템 장치 칩
        프로젝트 제품 상품 서비스 회사 기업 산업 업계 시장 분야 부문 세계 나라 국가 사람 사람들 정책 정부 플랫폼 도구 표준
        이론 프레임워크 재료 소재 사건 장소 책 조직 기관 브랜드 데이터 물건 업체 돈 친구 고객 사용자 경쟁사 팀""",
}

_PARTICLES = """
    해주세요 합니다 해줘 하기 하는 하여 해서 하고 해요 해야 에서의 으로의 에게서 에서는 에서도 으로는 이라는 라는 에서 에게
    으로 까지 부터 처럼 보다 마다 이나 이란 에는 에도 들의 들은 들이 들을 은 는 이 가 을 를 의 에 로 와 과 도 만 나 란 들 해
    한 할
"""
KO_PARTICLES: tuple[str, ...] = tuple(_PARTICLES.split())
"""Endings taken off a Korean word before it is looked up, longest first."""


def _index(*tables: dict[Role, str]) -> dict[str, Role]:
    return {fold(word): role for table in tables for role, words in table.items() for word in words.split()}


LATIN: dict[str, Role] = _index(_EN)
"""English words."""

CJK: dict[str, Role] = _index(_HAN, _JA)
"""Chinese and Japanese words; matched longest first, because neither language puts spaces between words."""

KOREAN: dict[str, Role] = _index(_KO)
"""Korean words without their particles."""

LONGEST = max(map(len, CJK))
