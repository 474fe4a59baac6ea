"""Codes of languages, countries and scripts, as the standards list them in 2026.

Sources: ISO 639-1 and its three-letter twins https://www.loc.gov/standards/iso639-2/, ISO 639-3
https://iso639-3.sil.org/, ISO 639-5 https://www.loc.gov/standards/iso639-5/, ISO 3166-1
https://www.iso.org/iso-3166-country-codes.html, ISO 15924 https://unicode.org/iso15924/.
"""

from __future__ import annotations

from functools import cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGES = _words(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht
    hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky
    la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny
    oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss
    st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo
    za zh zu
    """
)
"""ISO 639-1: two letters for a language."""

TWO_LETTERS: dict[str, str] = dict(
    pair.split("=")
    for pair in _words(
        """
    aar=aa abk=ab afr=af aka=ak alb=sq amh=am ara=ar arg=an arm=hy asm=as ava=av ave=ae aym=ay
    aze=az bak=ba bam=bm baq=eu bel=be ben=bn bis=bi bod=bo bos=bs bre=br bul=bg bur=my cat=ca
    ces=cs cha=ch che=ce chi=zh chu=cu chv=cv cor=kw cos=co cre=cr cym=cy cze=cs dan=da deu=de
    div=dv dut=nl dzo=dz ell=el eng=en epo=eo est=et eus=eu ewe=ee fao=fo fas=fa fij=fj fin=fi
    fra=fr fre=fr fry=fy ful=ff geo=ka ger=de gla=gd gle=ga glg=gl glv=gv gre=el grn=gn guj=gu
    hat=ht hau=ha heb=he her=hz hin=hi hmo=ho hrv=hr hun=hu hye=hy ibo=ig ice=is ido=io iii=ii
    iku=iu ile=ie ina=ia ind=id ipk=ik isl=is ita=it jav=jv jpn=ja kal=kl kan=kn kas=ks kat=ka
    kau=kr kaz=kk khm=km kik=ki kin=rw kir=ky kom=kv kon=kg kor=ko kua=kj kur=ku lao=lo lat=la
    lav=lv lim=li lin=ln lit=lt ltz=lb lub=lu lug=lg mac=mk mah=mh mal=ml mao=mi mar=mr may=ms
    mkd=mk mlg=mg mlt=mt mon=mn mri=mi msa=ms mya=my nau=na nav=nv nbl=nr nde=nd ndo=ng nep=ne
    nld=nl nno=nn nob=nb nor=no nya=ny oci=oc oji=oj ori=or orm=om oss=os pan=pa per=fa pli=pi
    pol=pl por=pt pus=ps que=qu roh=rm ron=ro rum=ro run=rn rus=ru sag=sg san=sa sin=si slk=sk
    slo=sk slv=sl sme=se smo=sm sna=sn snd=sd som=so sot=st spa=es sqi=sq srd=sc srp=sr ssw=ss
    sun=su swa=sw swe=sv tah=ty tam=ta tat=tt tel=te tgk=tg tgl=tl tha=th tib=bo tir=ti ton=to
    tsn=tn tso=ts tuk=tk tur=tr twi=tw uig=ug ukr=uk urd=ur uzb=uz ven=ve vie=vi vol=vo wel=cy
    wln=wa wol=wo xho=xh yid=yi yor=yo zha=za zho=zh zul=zu
        """
    )
)
"""The two letters for the three of ISO 639-2 (both its lists) and 639-3, where there are some."""

FORMER_LANGUAGES = {"iw": "he", "in": "id", "ji": "yi"}
"""Codes that ISO 639-1 replaced."""

COUNTRIES = _words(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ
    BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM
    DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS
    GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ
    MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
    VN VU WF WS YE YT ZA ZM ZW
    """
)
"""ISO 3166-1 alpha-2: two letters for a country or territory."""

SCRIPTS = _words(
    """
    Adlm Afak Aghb Ahom Arab Aran Armi Armn Avst Bali Bamu Bass Batk Beng Berf Bhks Blis Bopo
    Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chis Chrs Cirt Copt Cpmn Cprt Cyrl Cyrs Deva
    Diak Dogr Dsrt Dupl Egyd Egyh Egyp Elba Elym Ethi Gara Geok Geor Glag Gong Gonm Goth Gran
    Grek Gujr Gukh Guru Hanb Hang Hani Hano Hans Hant Hatr Hebr Hira Hluw Hmng Hmnp Hntl Hrkt
    Hung Inds Ital Jamo Java Jpan Jurc Kali Kana Kawi Khar Khmr Khoj Kitl Kits Knda Kore Kpel
    Krai Kthi Lana Laoo Latf Latg Latn Leke Lepc Limb Lina Linb Lisu Loma Lyci Lydi Mahj Maka
    Mand Mani Marc Maya Medf Mend Merc Mero Mlym Modi Mong Moon Mroo Mtei Mult Mymr Nagm Nand
    Narb Nbat Newa Nkdb Nkgb Nkoo Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr Palm Pauc Pcun
    Pelm Perm Phag Phli Phlp Phlv Phnx Piqd Plrd Prti Psin Ranj Rjng Rohg Roro Runr Samr Sara
    Sarb Saur Seal Sgnw Shaw Shrd Shui Sidd Sidt Sind Sinh Sogd Sogo Sora Soyo Sund Sunu Sylo
    Syrc Syre Syrj Syrn Tagb Takr Tale Talu Taml Tang Tavt Tayo Telu Teng Tfng Tglg Thaa Thai
    Tibt Tirh Tnsa Todr Tols Toto Tutg Ugar Vaii Visp Vith Wara Wcho Wole Xpeo Xsux Yezi Yiii
    Zanb Zinh Zmth Zsye Zsym Zxxx Zyyy Zzzz
    """
)
"""ISO 15924: four letters for a script, those for private use left out."""

_THREE_LETTERS = """
    aa:abcdefghiklnopqrstuvwxz ab:abcdefghijklmnopqrstuvwxyz ac:abdefhiklmnpqrstuvwxyz
    ad:abdefghijlnoqrstuwxyz ae:abcdeklmnqrsuwyz af:abdeghiknoprstuz
    ag:abcdefghijklmnoqrstuvwxyz ah:abghiklmnoprst ai:abcdefghijklmnopqrtwxy aj:aginsuwz
    ak:abcdefghijklmopqrstuvwxyz al:abcdefghijklmnopqrstuvwxyz am:abcefghijklmnopqrstuvwxyz
    an:abcdefghijklmnopqrstuvwxyz ao:abcdefgijklmnrstuxz ap:abcdefghijklmnopqrstuvwxyz
    aq:acdgklmnprtz ar:abcdeghijklmnopqrstuvwxyz as:abcefghijklmnopqrstuvwxyz
    at:abcdeghijklmnopqrstuvwxyz au:abcdfghijklmnopqrstuwxyz av:abdeiklmnostuv
    aw:abcdeghikmnorstuvwxy ax:begklmx ay:abcdeghiklmnopqrstuz az:abcdegjmnotz
    ba:abcdefghijklmnopqrstuvwxy bb:abcdefghijklmnopqrstuvwxy bc:abcdefghijklmnopqrstuvwyz
    bd:abcdefghijklmnopqrstuvwxyz be:abcdefghijklmnopqrstuvwxyz bf:abcdefghijklmnopqrstuwxyz
    bg:abcdefgijklnopqrstuvwxyz bh:abcdefghijlmnopqrstuvwxyz bi:abdefghklmnopqrstuvwxyz
    bj:abcefghijklmnoprstuvwxyz bk:acdfghijklmnopqrstuvwxyz bl:abcdefhijklmnopqrstvwxyz
    bm:abcdefghijklmnopqrstuvwxz bn:abcdefgijklmnopqrstuvwxyz bo:abdefghijklmnopqrstuvwxyz
    bp:acdeghijklmnopqrstuvwxyz bq:abcdfghijklmnopqrstuvwxyz br:abcdefghijklmnopqrstuvwxyz
    bs:abcefghijklmnopqrstuvwxy bt:acdefghijkmnopqrstuvwxyz bu:abcdefghijklmnopqrstuvwxyz
    bv:abcdefghijklmnopqrtuvwxyz bw:abcdefghijklmnopqrstuwxyz bx:abcdefghijklmnopqrsuvwz
    by:abcdefghijklmnopqrstvwxz bz:abcdefghijklmnopqrstuvwxyz ca:abcdefghijklmnopqrstuvwxyz
    cb:abcdgijklnoqrstuvwy cc:cdeghjlmnoprs cd:acdefhijmnorsyz ce:abgklnsty cf:adgm cg:acgk
    ch:abcdefghijklmnopqrtuvwxyz ci:abcdehkmnprwy cj:aehikmnopsvy ck:bhlmnoqrstuvxyz
    cl:acdehijklmostuwy cm:acegilmnorst cn:abcghiklopqrstuwx co:abcdefghjklmnopqrstuvwxz
    cp:abcefginopsuxy cq:d cr:abcdefghijklmnopqrstvwxyz cs:abcdefghijklmnopqrstuvwxyz
    ct:acdeghlmnopstuyz cu:abchijklopqrstuvwxy cv:gn cw:abdegt cx:h cy:abmo cz:ehknot
    da:acdeghijklmnoqrsuvwxyz db:abdefgijlmnopqrtuvwy dc:cr dd:adegijnorsw
    de:cdefghilmnpqrsuvz dg:abcdeghiklnorstwxz dh:dgilmnorsuvwx di:abcdfghijklmnopqrsuvwxyz
    dj:abcdefijkmnoruw dk:agkrsx dl:gkmn dm:abcdefgklmnorsuvwxy dn:adegijknortuvwy
    do:abcefhiklnopqrstvwxyz dp:p dr:abcdegilnoqstuy ds:behiklnoqz dt:abdhikmnoprstuy
    du:abcefghiklmnopqrstuvwxyz dv:a dw:akrsuwyz dy:abdgilmnoruy dz:adeglno ea:a eb:cgkoru
    ec:rsy ee:e ef:aei eg:almoxy eh:su ei:ptv ej:a ek:aegiklmopry el:ehiklmoux
    em:abegikmnpqsuwxyz en:abcdfghlmnoqruvwx eo:t ep:io er:aghikorstw es:eghiklmnoqstuxy
    et:bchnorstuxz eu:dqs ev:ehn ew:eo ex:t ey:ao ez:ae fa:abdfghijklmnoprstuxyz fb:l fc:s
    fe:r ff:im fg:r fi:aefjlnprtuw fk:kv fl:ahilnry fm:pu fn:bgi fo:dimnrsx fp:e fq:s
    fr:acdekmopqrsty fs:els fu:bcdefhijlmnqrtuvy fv:r fw:ae ga:abcdefghijklmnopqrstuwxyz
    gb:abdefghijklmnopqrsuvwxyz gc:cdeflnrt gd:abcdefghijklmnoqrstux ge:abcdfghijklmoqrsvwxyz
    gf:kt gg:abdegkltuw gh:acehklnorst gi:abcdeghilmnpqrstuwxyz gj:kmnru gk:adenopu
    gl:abcdeghjkloruvwy gm:abdeghlmnqruvwxyz gn:abcdeghijklmnoqrtuwz
    go:abcdefghijklmnopqrstuvwxyz gp:aen gq:ainru gr:abcdeghijkmnoqrstuvwxyz gs:eglmnopsw
    gt:au gu:abcdefghijklmnopqrstuwxz gv:acefjlmnoprsy gw:abcdefgijmnrtuwx gx:x
    gy:abdefgilmnoryz gz:ain ha:abcdefghijklmnopqrstuvwxyz hb:abnosu hc:ah hd:nsy he:abdghimr
    hg:mw hh:iry hi:abdfghijklnortwx hj:i hk:aehkns hl:abdetu hm:abcdefghijklmnopqrstuvwxyz
    hn:adeghijmnosu ho:abcdehijklmoprstvwyz hp:os hr:acekmoptuvwxz hs:bhlns ht:iosux
    hu:bcdefghijklmnopqrstuvwxyz hv:ceknv hw:aco hy:aewx ia:inr ib:abdeghlmnoruy ic:aehlr
    id:abcdeiorstu if:abefkmuy ig:beglmnosw ih:bipw ii:inr ij:cejnos ik:ehikloprstuvwxz
    il:abegikmopsuv im:ailnorsty in:abcdeghjlmnopstz io:ruw ip:iko iq:uw ir:aehiknoruxy
    is:acdeghiklmnortuv it:abcdeiklmorstvwxyz iu:m iv:bv iw:kmos ix:cl iy:aox iz:hmrz
    ja:abcdefhjklmnoqstuvxyz jb:eijkmnortuw jc:st jd:agt je:behiklnrtu jg:beko jh:is
    ji:abcdeghilmoqtuvy jj:er jk:amoprsu jl:es jm:abcdilnrswx jn:adgijls jo:bdgrsw jp:anrx
    jq:r jr:abrtu js:l ju:abcdhiklmnoprstuwy jv:dn jw:i jy:aey ka:abcdefghijklmnopqrstuvwxyz
    kb:abcdeghijklmnopqrstuvwxyz kc:abcdefghijklmnopqrstuvwxyz kd:acdefghijklmnopqrtuwxyz
    ke:abcdefghijklmnopqrstuvwxyz kf:abcdefghijklmnopqrstuvwxyz kg:abefgijklnopqrstuvwxy
    kh:abcdefghijklmnopqrstuvwxyz ki:abcdefghijklmnopqrstuvwxyz kj:abcdeghijklmnopqrstuvxyz
    kk:abcdefghijklmnopqrstuvwxyz kl:abcdefghijklmnopqrstuvwxyz km:abcdefghijklmnopqrstuvwxyz
    kn:abcdefgijklmnopqrstuvwxyz ko:acdefghiklmnopqrstuvwyz kp:abcdefghijklmnoqrstuvwxyz
    kq:abcdefghijklmnopqrstuvwxyz kr:abcdefhijklnoprstuvwxyz ks:bcdefghijklmnopqrstuvwxyz
    kt:abcdefghijklmnopqstuvwxyz ku:abcdefghijklmnopqrstuvwxyz kv:abcdefghijklmnopqrtuvwxyz
    kw:abcdefghijklmnoprstuvwxyz kx:abcdfhijkmnopqrstvwxyz ky:abcdefghijklmnopqrstuvwxyz
    kz:abcdefgiklmnopqrsuvwxyz la:abcdefghijlmnopqrstuvwxyz lb:bcefgijklmnoqrstuvwxyz
    lc:cdefhlmpqs ld:abdghijklmnopq le:abcdefhijklmnopqrstuvwxyz lf:abn lg:abghiklmnoqrstuz
    lh:ahilmnpstu li:abcdefghjklmnopqrstuvwxyz lj:aeilpwx lk:abcdehijlmnorstuy
    ll:abcdefghijklmnpqsux lm:abcdefghijklnopqruvwxy ln:abdghijlmnsuwz
    lo:abcefghijklmnopqrstuvwxyz lp:aenox lq:r lr:acegiklmnortvz ls:abcdehilmnoprstvwy
    lt:cghinosuz lu:abcdefghijklmnopqrstuvwyz lv:aiklsu lw:aeghlmostuw lx:m ly:agn lz:hlnz
    ma:abcdefghijklmnopqrstuvwxyz mb:abcdefhijklmnopqrstuvwxyz mc:abcdefghijklmnopqrstuvwxyz
    md:abcdefghijklmnpqrstuvwxyz me:abcdefhijklmnopqrstuvwyz mf:abcdefghijklmnopqrstuvwxyz
    mg:abcdefghijklmnopqrstuvwyz mh:abcdefgijklmnopqrstuwxyz mi:abcdefghijklmnopqrstuwxyz
    mj:bcdeghijklmnopqrstuvwxyz mk:abcdefghijklmnopqrstuvwxyz ml:abcefghijklmnopqrstuvwxz
    mm:abcdefghijklmnopqrtuvwxyz mn:abcdefghijklmnopqrsuvwxyz mo:acdeghijkmnopqrstuvwxyz
    mp:abcdeghijklmnopqrstuvwxyz mq:abcefghijklmnopqrstuvwxyz mr:abcdefghijklmnopqrstuvwxyz
    ms:abcdefghijklmnopqrsuvwxyz mt:abcdefghijklmnopqrstuvwxy mu:abcdeghijklmnopqrstuvxyz
    mv:abdefghiklnopqrstuvwxyz mw:abcefghiklmnopqrstuvwz mx:abcdefghijklmnopqrstuvwxyz
    my:abcefghjklmnoprsuvwxyz mz:abcdeghijklmnopqrstuvwxyz na:abcefghijklmnopqrstuvwxyz
    nb:abcdeghijklmnopqrstuvwy nc:abcdefghijklmnoqrstuxz nd:abcdefghijklmnopqrstuvwxyz
    ne:abcdefghijkmnopqrstuvwxyz nf:adlru ng:abcdefghijklmnpqrstuvwxyz
    nh:abcdefghikmnopqrtuvwxyz ni:abcdefghijklmnoqrstuvwxyz nj:abdhijlmnorstuxyz
    nk:abcdefghijkmnopqrstuvwxz nl:acdegijklmoquvwxyz nm:abcdefghijklmnopqrstuvwxyz
    nn:abcdefghijklmnopqrtuvwyz no:abcdefghijklnpqrstuvwyz np:abghilnosuxy nq:gklmnoqty
    nr:abcefgiklmnprtuxz ns:abcdefghiklmnopqrstuvwxyz nt:dgijkmopruwxyz
    nu:abcdefghijklmnopqrstuvwxyz nv:hmo nw:abcegimorwxy nx:adegiklmnoqrx
    ny:abcdefghijklmnopqrstuvwxy nz:abdikmrsuyz oa:ackrv ob:iklmortu oc:ahimou od:aktu of:osu
    og:bcegou oh:tu oi:aen oj:bcgipsvw ok:abcdeghijklmnorsuvxz ol:abdekmortu
    om:abcgiklnopqrtuvwxy on:abegijknoprstuwx oo:dgnrs op:akmoty or:aceghimnorstuvwxyz
    os:acdinopstux ot:abdeiklmnoqrstuwxyz ou:abeim ov:d ow:il oy:bdmy oz:m
    pa:abcdefghiklmnopqrsuvwxyz pb:bcefghilmnoprstuvy pc:abcdefghijklmnpw pd:acinotu
    pe:abdefghijklmopqrsvxyz pf:ael pg:adgiklnsuz ph:adghijklmnoqrtuvw
    pi:abcdefghjlmnoprstuvwxyz pj:t pk:abcghnoprstu pl:abcdefghiklnoqrstuvwyz
    pm:abdefhijlmnoqrstwxyz pn:abcdeghijklmnopqrstuvwxyz po:cefghiklmnopqrstvwxyz
    pp:eiklmnopqstu pq:aemw pr:acdefghiklmnoqrstuwxz ps:acdeghilmnopqrstuwy pt:ahinopqrtuvwy
    pu:abcdefgijmopqrstuwxy pw:abgimnorw px:m py:emnsuxy pz:ehn qu:abcdefghiklmnpqrsvwxyz
    qv:acehijlmnopswyz qw:acehmst qx:achlnopqrstuw qy:ap ra:abcdfghijklmnopqrstuvwxyz rb:bklp
    rc:f rd:b re:abegijlmnrsty rg:aeknrsu rh:gp ri:abflmnrtu rj:gis rk:abhimtw
    rm:abcdefghiklmnopqstuvwxyz rn:bdglnprw ro:abcdefghlmnopruw rp:nt rr:imot rs:bklmnw
    rt:chmsw ru:bcefghikmnopqstuyz rw:aklmor rx:dw ry:nsu rz:h sa:abcdefghijklmnoqrstuvwxyz
    sb:abcdefghijklmnopqrstuvwxyz sc:befghiklnopqstuvwxz sd:abcefghjklnopqrstuvxz
    se:abcdefghijklmnopqrstuvwyz sf:bemsw sg:abcdeghijkmnprstuwxyz
    sh:abcdeghijklmnopqrstuvwxyz si:abdefghijklmnopqrstuvwxyz sj:abcdegklmnoprstuw
    sk:abcdefghijmnopqrstuvwxyz sl:acdefghijklmnoprstuvwxyz sm:abcefghijklmnopqrstuvwxyz
    sn:acdefgijklmnopqrsuvwxyz so:abcdeghijklmnopqrstuvwxyz sp:abcdegiklmnopqrstuvxy
    sq:ahijkmnoqrstux sr:abcdefghiklmnopqrstuvwxyz ss:abcdefghijklmnopqrstuvwxyz
    st:abdefghijklmnopqrstuvwy su:abcegijknoqrstvwxyz sv:abcekmsx sw:abcefghijklmnopqrstuvwxy
    sx:bcegklmnorsuw sy:abcdiklmnorswxy sz:abceglnpsvwy ta:abcdefghijklmnopqrstuvwxyz
    tb:acdefghijklmnopqrstuvwxyz tc:abcdefghiklmnopqstuwxyz td:abcdefghijklmnoqrstvxy
    te:abcdefghiklmnopqrstuvwxyz tf:inort tg:abcdefhijklnopqrstuvwxyz th:adefhiklmnpqrstuvyz
    ti:abcfghijklmnopqrstuvwxyz tj:agijlmnopsuw tk:abdefglmnpqrstuvwxz
    tl:abcdfghijklmnopqrstuvxy tm:abcdefghijlmnoqrstuvwyz tn:abcdghiklmnopqrstuvwxyz
    to:bcdfghijklmnopqrsuvwxyz tp:acefgijklmnopqrtuvxyz tq:blmnopqrtuw
    tr:abcdefghijklmnopqrstuvwxyz ts:abcdeghijklmnopqrstuvwxyz tt:abcdefghijklmnopqrstuvwyz
    tu:abcdefghijklmnopqrstuvwxyz tv:adegiklmnostuwxy tw:abcdefghilmnopqrtuwxy
    tx:abceghijmnoqrstuxy ty:aehijlnprstuvxyz tz:ahjlmnox ua:mnr ub:ailruy ud:aegijlmu ue:s
    uf:i ug:abehnoy uh:an ui:gsv uj:i uk:aghiklpqrsuvwy ul:abcefiklmnuwy um:abcdgimnoprsu
    un:adegikmnruxz uo:n up:iv ur:abcdefghijklmnoprtuvwxyz us:ahikpsu ut:aehpru uu:mru uv:ehl
    uw:a uy:a uz:bns va:aefghijlmnoprsuvy vb:bk ve:cdlmnopr vg:rt vi:cdefglnstv vj:k
    vk:ajklmnoptuz vl:ps vm:abcdefghijklmpqrsuvwxyz vn:kmp vo:lrt vr:aost vs:ilnv vt:o vu:mnt
    vw:a wa:abcdefghijklmnopqrstuvwxyz wb:abefhijklmpqrstvw wc:ai wd:dgjktuy
    we:acdghilmnoprstuw wf:g wg:abgiouy wh:agku wi:bcefghijklmnruvy wj:ai wk:abdlruwy
    wl:aceghiklmnorsuvwxy wm:abcdeghimnostwx wn:bcdegikmnopuwy wo:abcdefgiklmnorswy wp:c
    wr:bghiklmnoprsuvwxyz ws:agikrsuv wt:bfhikmw wu:abdhlmnrtuvxy ww:aborw wx:aw wy:bimnry
    xa:abcdegijklmnopqrstuvwy xb:bcdegijmnoprwy xc:bceghlmnortuvwy xd:ackmoqy xe:bdglmprstu
    xf:a xg:abdfgilmnruw xh:acdemortuv xi:bilnrsvy xj:bt xk:abcdefgijklnopqrstuvwxyz
    xl:abcdeginopsuy xm:abcdefghjklmnopqrstuvwxyz xn:abdghijkmnoqrstuyz xo:cdgikmnoprw
    xp:abcdefghijklmnopqrstuvwxyz xq:at xr:abdegimnrtuw xs:abcdehijlmnopqruvy
    xt:abcdeghijlmnopqrstuvwy xu:abdgjlmnoprtu xv:einos xw:acdegjklortw xx:bkmrt xy:abjklty
    xz:hmp ya:abcdefghijklmnopqrstuvwxyz yb:abehijklmnoxy yc:hlnpr yd:adegk ye:aceijlrstuvy
    yg:ailmprsuw yh:adls yi:adfghijklmnpqrstuvxz yk:aghiklmnortuy yl:abegilmnoruy
    ym:bcdeghiklmnopqrsxz yn:abdegklnoqsu yo:bgiklmnrtxy yp:abghkmnopz yr:abeklmnoswy
    ys:cdglmnoprsy yt:alpwy yu:abcdefgijklmnpqrtwxyz yv:at yw:aglnqrtuw yx:aglmuy yy:ruz yz:gk
    za:abcdefghijklmopqrstuvwxyz zb:aceltuw zc:adh zd:j ze:aghmn zg:abhmnr zh:abdiknowx
    zi:abklmnwz zk:adghknoprtuvz zl:aejmnqsuw zm:abcdefghijklmnopqrstuvwxyz zn:adegks
    zo:chmoqrs zp:abcdefghijklmnopqrstuvwxyz zq:e zr:agnops zs:aklmru zt:eglmnpqstuxy zu:hlmny
    zw:a zx:x zy:bgjnp zz:aj
"""
"""ISO 639-2, 639-3 and 639-5: the first two letters, and every third that follows them."""


@cache
def three_letter_languages() -> frozenset[str]:
    """ISO 639-2, 639-3 and 639-5: three letters for a language or a family of languages."""
    groups = (group.split(":") for group in _THREE_LETTERS.split())
    return frozenset(start + letter for start, letters in groups for letter in letters)


def is_language(code: str) -> bool:
    """Whether two or three small letters are the code of a language in ISO 639."""
    return code in LANGUAGES or (len(code) == 3 and code in three_letter_languages())
